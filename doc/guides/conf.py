# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Sphinx configuration; the build passes version, release and depfile."""

import os

# pylint: disable=invalid-name
project = 'DPDK pointer compression'
# pylint: disable-next=redefined-builtin
copyright = '2026 The DPDK pointer compression authors'
html_theme = 'sphinx_rtd_theme'
html_title = 'DPDK pointer compression'
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
html_static_path = ['_static']
html_css_files = ['custom.css']
highlight_language = 'none'
# two hyphens begin an option and are no dash
smartquotes = False


def write_depfile(app, exception):
    """Tell the build which files the pages were made from."""
    if exception or not app.config.depfile:
        return
    env = app.env
    files = {env.doc2path(doc) for doc in env.found_docs}
    for names in env.dependencies.values():
        files.update(os.path.join(app.srcdir, name) for name in names)
    files.update(os.path.join(app.srcdir, name) for name in env.images)
    for folder in html_static_path:
        for entry in os.scandir(os.path.join(app.srcdir, folder)):
            files.add(entry.path)
    names = [os.path.relpath(app.outdir) + ':']
    names += [os.path.normpath(name).replace(' ', '\\ ') for name in sorted(files)]
    with open(app.config.depfile, 'w', encoding='utf-8') as depfile:
        depfile.write(' \\\n  '.join(names) + '\n')


def setup(app):
    """Called by Sphinx."""
    app.add_config_value('depfile', '', '')
    app.connect('build-finished', write_depfile)
