#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Look at dpdk-test-ptr-pipeline from outside: what goes in, what comes out.

Usage: test-pipeline.py PROGRAM [--long] [unittest options]

Packets come from pcap files and go to pcap files. A router of a few lines of
Python says which are to come out, at which port, with which bytes.
"""

import collections
import ipaddress
import json
import os
import random
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

if len(sys.argv) < 2:
    sys.exit(__doc__)
PROGRAM = os.path.abspath(sys.argv[1])
LONG = '--long' in sys.argv
SEED = int(os.environ.get('SEED', random.randrange(1 << 32)))
# EAL leaves its folders behind
FOLDER = tempfile.TemporaryDirectory()
TIMEOUT = 120
CPUS = sorted(os.sched_getaffinity(0))
# a pool of so many mbufs takes 4 bytes a pointer, wherever they are
MBUFS_OF_4_BYTES = 70000
ROUTES = '''
# the longest prefix counts, in whatever order they stand
10.0.0.0/8 0
10.1.0.0/16 1
10.1.2.0/24 0 02:aa:bb:cc:dd:ee   # another router
10.1.2.128/25\t1
10.1.2.129/32 0
172.16.0.0/12 1 02:00:00:00:00:77
2001:db8::/32 1
2001:db8:1::/48 0
2001:db8:1:2::/64 1 02:11:22:33:44:55
2001:db8:1:2::3/128 0
'''
DEFAULT_ROUTES = '0.0.0.0/0 1 02:de:fa:00:00:04\n::/0 0 02:de:fa:00:00:06\n'
PORT_MACS = [bytes.fromhex(f'02706361700{i}') for i in range(3)]  # those of net_pcap
IPV4, IPV6 = 0x0800, 0x86dd


def checksum(data):
    """The checksum of the Internet."""
    total = sum(struct.unpack(f'!{len(data) // 2}H', data))
    while total > 0xffff:
        total = (total & 0xffff) + (total >> 16)
    return total ^ 0xffff


def ethernet(ether_type, payload):
    """A frame, not padded."""
    return bytes.fromhex('02cafe000001') + bytes.fromhex('02cafe000002') \
        + struct.pack('!H', ether_type) + payload


def ipv4(dst, src='192.0.2.1', ttl=64, payload=b'payload!', options=b'', wanted=None, **bad):
    """An IPv4 frame. "wanted" is the checksum that it is to have."""
    ihl = bad.get('ihl', 5 + len(options) // 4)
    length = bad.get('length', 20 + len(options) + len(payload))

    def header(ident, value):
        return struct.pack('!BBHHHBBH4s4s', bad.get('version', 4) << 4 | ihl, 0, length, ident, 0,
                           ttl, 17, value, ipaddress.ip_address(src).packed,
                           ipaddress.ip_address(dst).packed) + options
    ident = 0
    if wanted is not None:
        ident = (checksum(header(0, 0)) - wanted) % 0xffff
    value = checksum(header(ident, 0)) ^ bad.get('flip', 0)
    assert wanted in (None, value)
    return ethernet(IPV4, header(ident, value) + payload)


def ipv6(dst, src='2001:db8:ffff::1', hops=64, payload=b'payload!', **bad):
    """An IPv6 frame."""
    return ethernet(IPV6, struct.pack('!IHBB16s16s', bad.get('version', 6) << 28 | 0x12345,
                                      bad.get('length', len(payload)), 17, hops,
                                      ipaddress.ip_address(src).packed,
                                      ipaddress.ip_address(dst).packed) + payload)


def write_pcap(path, frames):
    """Write frames to a file."""
    with open(path, 'wb') as file:
        file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1))
        for frame in frames:
            file.write(struct.pack('<IIII', 0, 0, len(frame), len(frame)) + frame)


def read_pcap(path):
    """The frames of a file."""
    frames = []
    with open(path, 'rb') as file:
        magic, = struct.unpack('<I', file.read(24)[:4])
        assert magic in (0xa1b2c3d4, 0xa1b23c4d), hex(magic)
        while head := file.read(16):
            kept, length = struct.unpack('<8xII', head)
            assert kept == length
            frames.append(file.read(length))
    return frames


class Router:
    """What a router does, said in another way."""

    def __init__(self, routes):
        self.routes = []
        for line in routes.splitlines():
            words = line.split('#')[0].split()
            if words:
                mac = words[2] if len(words) > 2 else f'02:00:00:00:00:{int(words[1]):02x}'
                self.routes.append((ipaddress.ip_network(words[0]), int(words[1]),
                                    bytes.fromhex(mac.replace(':', ''))))

    def route(self, address):
        """The port and the next MAC for an address, or None."""
        address = ipaddress.ip_address(address)
        found = [r for r in self.routes if r[0].version == address.version and address in r[0]]
        return max(found, key=lambda r: r[0].prefixlen)[1:] if found else None

    def forward(self, frame):
        """(port, frame) or the reason to drop it."""
        if len(frame) < 14:
            return 'short'
        ether_type, = struct.unpack('!H', frame[12:14])
        packet = bytearray(frame[14:])
        if ether_type == IPV4:
            wrong = self.check_ipv4(packet)
            ttl, dst = 8, bytes(packet[16:20])
        elif ether_type == IPV6:
            wrong = self.check_ipv6(packet)
            ttl, dst = 7, bytes(packet[24:40])
        else:
            return 'not_ip'
        if wrong is None and packet[ttl] <= 1:
            wrong = 'ttl'
        if wrong:
            return wrong
        hop = self.route(dst)
        if hop is None:
            return 'no_route'
        packet[ttl] -= 1
        if ether_type == IPV4:
            size = packet[0] % 16 * 4
            packet[10:12] = b'\0\0'
            packet[10:12] = struct.pack('!H', checksum(bytes(packet[:size])))
        return hop[0], hop[1] + PORT_MACS[hop[0]] + frame[12:14] + bytes(packet)

    @staticmethod
    def check_ipv4(packet):
        """Why to drop it, or None."""
        if len(packet) < 20:
            return 'short'
        size = packet[0] % 16 * 4
        length, = struct.unpack('!H', packet[2:4])
        if packet[0] // 16 != 4:
            return 'version'
        if size < 20:
            return 'header_length'
        if not size <= length <= len(packet):
            return 'length'
        return 'checksum' if checksum(bytes(packet[:size])) else None

    @staticmethod
    def check_ipv6(packet):
        """Why to drop it, or None."""
        if len(packet) < 40:
            return 'short'
        if packet[0] // 16 != 6:
            return 'version'
        return 'length' if struct.unpack('!H', packet[4:6])[0] + 40 > len(packet) else None


def good_frames():
    """Packets to each route and beside, of all shapes."""
    frames = []
    for dst in ('10.0.0.1', '10.255.255.255', '10.1.0.0', '10.1.255.1', '10.1.2.0', '10.1.2.127',
                '10.1.2.128', '10.1.2.129', '10.1.2.130', '10.1.3.0', '172.16.0.1',
                '172.31.255.255'):
        frames += [ipv4(dst), ipv4(dst, ttl=2), ipv4(dst, ttl=255)]
    for dst in ('2001:db8::1', '2001:db8:0:ffff::', '2001:db8:1::', '2001:db8:1:1::9',
                '2001:db8:1:2::', '2001:db8:1:2::2', '2001:db8:1:2::3', '2001:db8:1:3::'):
        frames += [ipv6(dst), ipv6(dst, hops=2), ipv6(dst, hops=255)]
    # checksums where the update carries, and where it does not
    for wanted in (0x0000, 0x0001, 0x00ff, 0x0100, 0x7fff, 0xfefe, 0xfeff, 0xff00, 0xfffe):
        frames.append(ipv4('10.1.2.3', wanted=wanted))
    frames.append(ipv4('10.1.2.3', options=b'\x01' * 4))
    frames.append(ipv4('10.1.2.3', options=b'\x01' * 40, payload=b''))
    frames.append(ipv4('10.1.2.3') + bytes(18))         # padded
    frames.append(ipv6('2001:db8::2') + bytes(3))
    frames.append(ipv4('10.1.2.3', payload=bytes(1480)))
    frames.append(ipv6('2001:db8::2', payload=bytes(1460)))
    frames.append(ipv4('10.1.2.3', payload=bytes(range(256)) * 30))  # several segments
    frames.append(ipv6('2001:db8::2', payload=b''))
    return frames


def bad_frames():
    """Packets that are to be dropped, and the reason."""
    ok = ipv4('10.0.0.1')
    ok6 = ipv6('2001:db8::1')
    frames = [('short', ok[:n]) for n in (1, 13, 14, 15, 33)]
    frames += [('short', ok6[:n]) for n in (14, 34, 53)]
    frames += [('not_ip', ethernet(t, bytes(46))) for t in (0x0806, 0x8100, 0x0800 - 1, 0xdd86)]
    frames += [('version', ipv4('10.0.0.1', version=v)) for v in (0, 5, 6, 15)]
    frames += [('version', ipv6('2001:db8::1', version=v)) for v in (0, 4, 5, 7)]
    frames += [('header_length', ipv4('10.0.0.1', ihl=i)) for i in (0, 1, 4)]
    frames += [('length', ipv4('10.0.0.1', ihl=i)) for i in (8, 15)]
    frames += [('length', ipv4('10.0.0.1', length=n)) for n in (0, 19, 29, 65535)]
    frames += [('length', ipv4('10.0.0.1', options=b'\x01' * 4, payload=b'', length=23))]
    frames += [('length', ok[:-1])]
    frames += [('length', ipv6('2001:db8::1', length=n)) for n in (9, 65535)]
    frames += [('checksum', ipv4('10.0.0.1', flip=f)) for f in (1, 0x8000, 0xffff)]
    frames += [('checksum', ipv4('10.0.0.1', options=b'\x01' * 40, flip=0x100))]
    frames += [('ttl', ipv4('10.0.0.1', ttl=t)) for t in (0, 1)]
    frames += [('ttl', ipv6('2001:db8::1', hops=t)) for t in (0, 1)]
    frames += [('no_route', ipv4(d)) for d in ('9.255.255.255', '11.0.0.0', '255.255.255.255')]
    frames += [('no_route', ipv6(d)) for d in ('::1', '2001:db7:ffff::', '2001:db9::')]
    return frames


def random_frames(rng, count, source):
    """Packets of all kinds, most of them good, told apart by where they come from."""
    frames = []
    bad = [frame for _, frame in bad_frames()]
    for i in range(count):
        payload = struct.pack('!IB', i, source) + rng.randbytes(rng.choice((0, 8, 40, 500)))
        kind = rng.random()
        if kind < 0.6:
            dst = '10.%d.%d.%d' % (rng.choice((0, 1, 1, 2)), rng.choice((1, 2, 2, 3)),
                                   rng.randrange(120, 136))
            frames.append(ipv4(dst, src=f'192.0.2.{source}', ttl=rng.randrange(1, 256),
                               payload=payload, options=b'\x01' * 4 * rng.choice((0, 0, 0, 1, 10))))
        elif kind < 0.85:
            dst = f'2001:db8:{rng.randrange(3)}:{rng.randrange(4)}::{rng.randrange(5)}'
            frames.append(ipv6(dst, src=f'2001:db8:ffff::{source:x}', hops=rng.randrange(1, 256),
                               payload=payload))
        else:
            frames.append(rng.choice(bad))
    return frames


def flow(frame):
    """What keeps its order: IP version and where it comes from."""
    return (4, frame[26:30]) if frame[12:14] == b'\x08\x00' else (6, frame[22:38])


def flows(frames):
    """The frames by flows."""
    found = collections.defaultdict(list)
    for frame in frames:
        found[flow(frame)].append(frame)
    return dict(found)


def eal_options(ports, lcores=None):
    """EAL's options."""
    return ['--no-pci', '--no-huge', '--no-telemetry', '-m', '768', '--file-prefix',
            f'test-pipeline-{os.getpid()}',
            '--lcores', lcores or f'0@{CPUS[0]},1@{CPUS[-1]}'] + [f'--vdev={p}' for p in ports]


def command_line(ports, options, lcores=None, eal=()):
    """The command line of the program."""
    return [PROGRAM] + eal_options(ports, lcores) + list(eal) + ['--'] + list(map(str, options))


def environment():
    """The environment of the program."""
    return dict(os.environ, RUNTIME_DIRECTORY=FOLDER.name)


def run(ports, *options, lcores=None, eal=()):
    """Run the program to its end."""
    return subprocess.run(command_line(ports, options, lcores, eal), timeout=TIMEOUT,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, check=False,
                          env=environment())


def path_of(name):
    """A file in the folder of the tests."""
    return os.path.join(FOLDER.name, name)


def file_with(name, text):
    """A file of that content."""
    with open(path_of(name), 'w', encoding='utf-8') as file:
        file.write(text)
    return path_of(name)


def tearDownModule():
    """Remove what EAL left."""
    FOLDER.cleanup()


class Case(unittest.TestCase):
    """What the tests below share."""

    def summary(self, done, status=0):
        """The numbers of the last lines, with the status that there has to be."""
        text = done.stdout + done.stderr
        self.assertEqual(done.returncode, status, text)
        counts = re.search(r'^Received (\d+), transmitted (\d+), dropped (\d+)(.*)$',
                           done.stdout, re.M)
        self.assertIsNotNone(counts, text)
        back = re.search(r'^(\d+) of (\d+) mbufs are back$', done.stdout, re.M)
        self.assertEqual(back[1], back[2], text)
        reasons = {name: int(n) for name, n in re.findall(r'(\w+) (\d+)', counts[4])}
        return tuple(int(counts[i]) for i in (1, 2, 3)) + (reasons,)

    def check(self, inputs, *options, routes=ROUTES, **others):
        """Send frames through ports, and compare with what the router says."""
        router = Router(routes)
        expected = [[] for _ in inputs]
        reasons = collections.Counter()
        ports = []
        for i, frames in enumerate(inputs):
            write_pcap(path_of(f'in{i}.pcap'), frames)
            ports.append(f'net_pcap{i},rx_pcap={path_of(f"in{i}.pcap")},'
                         f'tx_pcap={path_of(f"out{i}.pcap")}')
            for frame in frames:
                result = router.forward(frame)
                if isinstance(result, str):
                    reasons[result] += 1
                else:
                    expected[result[0]].append(result[1])

        count = sum(map(len, inputs))
        done = run(ports, '--routes', file_with('routes', routes), '--packets', count, *options,
                   **others)
        self.assertEqual(self.summary(done), (
            count, sum(map(len, expected)), sum(reasons.values()), dict(reasons)))
        for i, frames in enumerate(expected):
            self.assertEqual(flows(read_pcap(path_of(f'out{i}.pcap'))), flows(frames),
                             f'port {i}, seed {SEED}')
        return done


class Forwarding(Case):
    """Which packets come out, where, and how."""

    def test_good_packets(self):
        frames = good_frames()
        for frame in frames:
            self.assertIsInstance(Router(ROUTES).forward(frame), tuple)
        self.check([frames, []])

    def test_each_hostile_packet(self):
        for reason, frame in bad_frames():
            self.assertEqual(Router(ROUTES).forward(frame), reason, frame.hex())
        # all reasons in one run, among packets that are none of that
        frames = [frame for _, bad in bad_frames() for frame in (bad, ipv4('10.0.0.1'))]
        self.check([frames, []])

    def test_nothing_but_hostile_packets(self):
        self.check([[frame for _, frame in bad_frames()] * 20, []])

    def test_one_port(self):
        routes = '10.0.0.0/8 0\n2001:db8::/32 0\n'
        self.check([good_frames()], routes=routes)

    def test_three_ports(self):
        rng = random.Random(SEED)
        routes = ROUTES + '10.2.0.0/16 2\n2001:db8:2::/48 2\n'
        self.check([random_frames(rng, 500, i + 1) for i in range(3)], routes=routes)

    def test_default_routes(self):
        frames = good_frames() + [frame for _, frame in bad_frames()]
        self.check([frames, []], routes=ROUTES + DEFAULT_ROUTES)
        self.check([frames, []], routes=DEFAULT_ROUTES)

    def test_one_ip_version_only(self):
        frames = good_frames()
        self.check([frames, []], routes='10.0.0.0/8 0\n')
        self.check([frames, []], routes='2001:db8::/32 1\n')

    def test_routes_made_up(self):
        frames = [ipv4('198.18.0.255'), ipv4('198.18.1.0'), ipv4('198.18.2.0'),
                  ipv6('2001:2::1'), ipv6('2001:2:0:1:ffff::'), ipv6('2001:2:0:2::')]
        write_pcap(path_of('in0.pcap'), frames)
        done = run([f'net_pcap{i},rx_pcap={path_of("in0.pcap")},'
                    f'tx_pcap={path_of(f"out{i}.pcap")}' for i in range(2)], '--packets', 12)
        self.assertEqual(self.summary(done), (12, 8, 4, {'no_route': 4}))
        for i in range(2):
            self.assertEqual(len(read_pcap(path_of(f'out{i}.pcap'))), 4)

    def test_many_routes(self):
        rng = random.Random(SEED)
        routes = ''.join(f'{ipaddress.ip_network((rng.getrandbits(32), d), strict=False)} '
                         f'{rng.randrange(2)}\n' for d in range(1, 33) for _ in range(1))
        routes += ''.join(f'{ipaddress.ip_network((rng.getrandbits(128), d), strict=False)} '
                          f'{rng.randrange(2)}\n' for d in range(1, 129))
        frames = []
        for line in routes.splitlines():
            network = ipaddress.ip_network(line.split()[0])
            build = ipv4 if network.version == 4 else ipv6
            below = network[0] - 1 if int(network[0]) else network[0]
            frames += [build(str(address)) for address in (network[0], network[-1], below)]
        self.check([frames, []], routes=routes)


class HandOver(Case):
    """The ring, in all forms and sizes."""

    def width(self, done):
        """Bytes of a pointer, as the first line says."""
        return int(re.search(r'hand-over of (\d) bytes', done.stdout)[1])

    def test_all_forms(self):
        rng = random.Random(SEED)
        inputs = [random_frames(rng, 3000, 1), random_frames(rng, 1000, 2)]
        done = self.check(inputs, '--hand-over', 'raw')
        self.assertEqual(self.width(done), struct.calcsize('P'))
        done = self.check(inputs, '--hand-over', 'compressed', '--mbufs', MBUFS_OF_4_BYTES)
        self.assertEqual(self.width(done), 4)
        # without hugepages there is one mbuf a page; it depends on where memory
        # starts, and so on what was allocated before, whether that is enough
        for i in range(10):
            done = self.check(inputs, '--hand-over', 'compressed',
                              eal=[f'--vdev=net_ring{n}' for n in range(i)])
            if self.width(done) == 2:
                break
        else:
            self.skipTest('no pool has come to 2 bytes a pointer')

    def test_bursts(self):
        rng = random.Random(SEED)
        inputs = [random_frames(rng, 1500, 1), random_frames(rng, 700, 2)]
        for burst in (1, 2, 3, 8, 31, 64, 255, 256):
            for how in ('raw', 'compressed'):
                with self.subTest(burst=burst, how=how):
                    self.check(inputs, '--burst', burst, '--hand-over', how)

    def test_small_rings(self):
        rng = random.Random(SEED)
        inputs = [random_frames(rng, 1500, 1), random_frames(rng, 700, 2)]
        for size in (1, 2, 7, 33):
            for how in ('raw', 'compressed'):
                with self.subTest(size=size, how=how):
                    self.check(inputs, '--ring-size', size, '--burst', 32, '--hand-over', how)

    def test_lcores(self):
        inputs = [good_frames(), []]
        self.check(inputs, lcores=f'5@{CPUS[-1]},3@{CPUS[0]}')
        self.check(inputs, lcores=f'1@{CPUS[0]},2@{CPUS[-1]},7@{CPUS[0]}')
        # both stages take turns on one CPU
        self.check(inputs, lcores=f'0@{CPUS[0]},1@{CPUS[0]}')


class Ends(Case):
    """Each way to stop, and that nothing is lost."""

    def start(self, *options, ports=('net_null0',)):
        """Start the program, which from its first line on takes signals."""
        program = subprocess.Popen(command_line(ports, options), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   universal_newlines=True, env=environment())
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.stderr.close)
        self.addCleanup(program.kill)
        self.assertTrue(select.select([program.stderr], [], [], TIMEOUT)[0])
        return program

    def end(self, program):
        """Wait for its end. The numbers of its last lines."""
        out, err = program.communicate(timeout=TIMEOUT)
        return self.summary(subprocess.CompletedProcess(program.args, program.returncode, out, err))

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                program = self.start('--fill')
                time.sleep(0.7)
                program.send_signal(number)
                received, sent, dropped, _ = self.end(program)
                self.assertGreater(received, 0)
                self.assertEqual((sent, dropped), (received, 0))

    def test_signals_at_any_moment(self):
        rng = random.Random(SEED)
        for i in range(200 if LONG else 12):
            options = ['--hand-over', rng.choice(('raw', 'compressed')),
                       '--burst', rng.choice((1, 8, 32, 256)),
                       '--ring-size', rng.choice((1, 64, 1024))]
            options += rng.choice((['--fill'], []))
            ports = [f'net_null{n}' for n in range(rng.choice((1, 2)))]
            with self.subTest(i, options=options, ports=ports, seed=SEED):
                program = self.start(*options, ports=ports)
                time.sleep(rng.random() * 0.5)
                for _ in range(rng.choice((1, 2, 3))):
                    program.send_signal(rng.choice((signal.SIGINT, signal.SIGTERM)))
                    time.sleep(rng.choice((0, 0.001, 0.02)))
                received, sent, dropped, _ = self.end(program)
                self.assertEqual(received, sent + dropped)

    def test_run_time(self):
        started = time.monotonic()
        done = run(['net_null0'], '--fill', '--run-time', '2.3')
        received, sent, dropped, _ = self.summary(done)
        self.assertGreater(received, 0)
        self.assertEqual((sent, dropped), (received, 0))
        self.assertEqual(len(re.findall('^rx .* Mpps, tx .* Mpps, ring', done.stdout, re.M)), 2)
        self.assertGreater(time.monotonic() - started, 2.3)

    def test_packets(self):
        for packets in (1, 100, 100001):
            received, _, _, _ = self.summary(run(['net_null0'], '--fill', '--packets', packets))
            self.assertIn(received - packets, range(32))

    def test_empty_packets_are_dropped(self):
        """Without --fill, the packets of net_null are zeros."""
        _, sent, _, reasons = self.summary(run(['net_null0'], '--packets', 1000))
        self.assertEqual(sent, 0)
        self.assertEqual(list(reasons), ['not_ip'])

    def test_fill_follows_routes(self):
        routes = file_with('fill', '2001:db8::/32 0\n10.0.0.0/8 0\n10.1.1.1/32 1\n192.0.2.0/30 1\n'
                           '0.0.0.0/0 1\n')
        done = run(['net_null0,size=60', f'net_pcap0,tx_pcap={path_of("out0.pcap")}'], '--fill',
                   '--packets', 5000, '--routes', routes)
        received, sent, dropped, _ = self.summary(done)
        self.assertEqual((sent, dropped), (received, 0))
        frames = read_pcap(path_of('out0.pcap'))
        self.assertTrue(0 < len(frames) < received)
        for frame in frames:
            self.assertEqual(len(frame), 60)
            self.assertIsNone(Router.check_ipv4(frame[14:]), frame.hex())
            self.assertEqual(frame[22], 63)
        self.assertGreater(len({frame[30:34] for frame in frames}), 20)

    def test_packets_left_in_a_port(self):
        """net_ring gives back what it was given: packets go round until their TTL ends."""
        write_pcap(path_of('in0.pcap'), [ipv4('10.0.0.1', ttl=5)] * 10)
        ports = [f'net_pcap0,rx_pcap={path_of("in0.pcap")},tx_pcap={path_of("out0.pcap")}',
                 'net_ring0']
        routes = file_with('ring', '10.0.0.0/8 1\n')
        done = run(ports, '--routes', routes, '--packets', 50)
        self.assertEqual(self.summary(done), (50, 40, 10, {'ttl': 10}))
        done = run(ports, '--routes', routes, '--packets', 10)
        self.assertEqual(self.summary(done), (10, 10, 0, {}))

    def test_a_port_that_is_full(self):
        """Nobody empties this ring: its port takes what it has room for."""
        write_pcap(path_of('in0.pcap'), [ipv4('10.0.0.1', ttl=255)] * 5000)
        ports = [f'net_pcap0,rx_pcap={path_of("in0.pcap")},tx_pcap={path_of("out0.pcap")}',
                 'net_ring0']
        done = run(ports, '--routes', file_with('ring', '10.0.0.0/8 1\n'), '--run-time', '0.5')
        received, sent, dropped, _ = self.summary(done)
        self.assertEqual(received, sent + dropped)

    def test_json(self):
        path = path_of('results.json')
        for _ in range(2):
            done = run(['net_null0'], '--run-time', '1.2', '--json', path, '--hand-over', 'raw')
        received, sent, dropped, reasons = self.summary(done)
        with open(path, encoding='utf-8') as file:
            records = [json.loads(line) for line in file]
        self.assertEqual([r['what'] for r in records], ['second', 'summary'] * 2)
        last = records[-1]
        self.assertEqual((last['received'], last['transmitted'], last['dropped']),
                         (received, sent, dropped))
        self.assertEqual(last['dropped_not_ip'], reasons['not_ip'])
        self.assertEqual(last['mbufs'], last['mbufs_back'])
        self.assertEqual((last['hand_over'], last['burst'], last['mempool_ops']),
                         ('raw', 32, 'ring_mp_mc'))
        self.assertGreater(last['seconds'], 1.19)

    def test_json_that_cannot_be_written(self):
        done = run(['net_null0'], '--packets', 10, '--json', path_of('no/such/folder'))
        self.summary(done, status=1)


class Errors(Case):
    """What is wrong is said, and the status says it too."""

    def refused(self, text, *options, ports=('net_null0',), **others):
        """Run with something wrong, which the program has to say."""
        with self.subTest(options=options, **others):
            done = run(ports, '--run-time', '0.01', *options, **others)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn(text, done.stderr)
            self.assertNotIn('Received', done.stdout)
            return done

    def test_options(self):
        for options in (['--burst', 0], ['--burst', 257], ['--burst', '1x'], ['--burst', ''],
                        ['--burst', -1], ['--burst', ' 1'], ['--burst', 2**64 + 1],
                        ['--ring-size', 0], ['--ring-size', 2**20 + 1], ['--mbufs', 0],
                        ['--packets', 0], ['--packets', 2**64], ['--packets', 'many']):
            self.assertIn('\nUsage:', self.refused(f'{options[0]} takes a whole number from 1 to',
                                                   *options).stdout)
        for seconds in ('0', '-1', 'nan', 'inf', '1s', ''):
            self.refused('--run-time takes seconds', '--run-time', seconds)
        self.refused('--hand-over is raw or compressed', '--hand-over', 'cooked')
        self.assertIn('\nUsage:', self.refused('--nonsense', '--nonsense').stdout)
        self.refused("invalid option -- 'x'", '-x')
        self.refused('requires an argument', '--burst')
        self.refused('"word" is no option', 'word')

    def test_help(self):
        done = run(['net_null0'], '--help')
        self.assertEqual(done.returncode, 0)
        self.assertIn('\nUsage:', done.stdout)
        for option in ('--burst', '--routes', '--hand-over', '--json'):
            self.assertIn(option, done.stdout)

    def test_lcores(self):
        self.refused('there are 2 stages, and 1 lcore', lcores=f'0@{CPUS[0]}')

    def test_no_ports(self):
        self.refused('there are no ports', ports=())

    def test_too_few_mbufs(self):
        done = self.refused('--mbufs has to be', '--mbufs', 1000)
        least = re.search(r'has to be (\d+) at least', done.stderr)[1]
        self.refused('--mbufs has to be', '--mbufs', int(least) - 1)
        self.summary(run(['net_null0'], '--packets', 100000, '--mbufs', least))

    def test_no_such_mempool_driver(self):
        self.refused('cannot create a pool', eal=['--mbuf-pool-ops-name=nonsense'])

    def test_routes(self):
        for line, text in (('10.0.0.0/8', 'port'), ('10.0.0.0 0', 'slash'),
                           ('10.0.0.0/33 0', 'slash'), ('10.0.0.0/x 0', 'slash'),
                           ('10.0.0/8 0', 'no address'), ('2001:db8::/129 0', 'slash'),
                           ('10.0.0.1/8 0', 'beyond'), ('2001:db8::1/64 0', 'beyond'),
                           ('10.0.0.0/8 1', 'no such port'), ('10.0.0.0/8 -1', 'port'),
                           ('10.0.0.0/8 0 02:00', 'MAC'),
                           ('::/0 0 02:00:00:00:00:01 x', 'more than'),
                           ('10.0.0.0/9 0\n10.0.0.0/9 0', 'already')):
            path = file_with('wrong', '# comment\n\n' + line + '\n')
            self.refused(text, '--routes', path)
            number = 3 + line.count('\n')
            self.refused(f'{path}, line {number}: ', '--routes', path)
        self.refused('no route in it', '--routes', file_with('wrong', '# nothing\n'))
        self.refused('cannot read', '--routes', path_of('none'))
        self.refused('cannot be read', '--routes', FOLDER.name)


if __name__ == '__main__':
    print(f'seed {SEED}')
    unittest.main(argv=sys.argv[:1] + [a for a in sys.argv[2:] if a != '--long'], verbosity=2)
