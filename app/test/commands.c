/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmdline.h>
#include <cmdline_parse.h>
#include <cmdline_parse_string.h>
#include <cmdline_socket.h>

#include <rte_common.h>
#include <rte_devargs.h>
#include <rte_log.h>
#include <rte_malloc.h>
#include <rte_mbuf.h>
#include <rte_memory.h>
#include <rte_mempool.h>
#include <rte_memzone.h>
#include <rte_ring.h>
#include <rte_string_fns.h>
#include <rte_tailq.h>

#include <rte_ptr_ring.h>

#include "commands.h"
#include "test.h"

#define PROMPT "RTE>>"

/* Of a name that may be anything, print that much. */
#define NAME_PRECISION 100

static struct test_commands_list commands_list =
	TAILQ_HEAD_INITIALIZER(commands_list);

static struct {
	unsigned int passed;
	unsigned int failed;
	unsigned int skipped;
	unsigned int bad_commands;
} count;

static bool quitting;

/* Called by constructors, before main(). */
void
add_test_command(struct test_command *t)
{
	TAILQ_INSERT_TAIL(&commands_list, t, next);
}

static const struct test_command *
find_test(const char *name)
{
	const struct test_command *t;

	TAILQ_FOREACH(t, &commands_list, next)
		if (strcmp(t->command, name) == 0)
			return t;
	return NULL;
}

int
command_valid(const char *cmd)
{
	return find_test(cmd) != NULL;
}

void
list_tests(FILE *f)
{
	const struct test_command *t;

	TAILQ_FOREACH(t, &commands_list, next)
		fprintf(f, "%s\n", t->command);
}

static double
now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec * 1e-9;
}

void
run_test(const char *name)
{
	const struct test_command *t = find_test(name);
	const char *result;
	double start = now();
	int ret = t->callback();

	if (ret == TEST_SUCCESS) {
		count.passed++;
		result = "OK";
	} else if (ret == TEST_SKIPPED) {
		count.skipped++;
		result = "Skipped";
	} else {
		count.failed++;
		result = "Failed";
	}
	printf("Test %s: %s (%.3f s)\n", result, name, now() - start);
}

int
tests_status(void)
{
	unsigned int total = count.passed + count.failed + count.skipped;

	if (total > 1)
		printf("%u tests: %u passed, %u failed, %u skipped\n",
			total, count.passed, count.failed, count.skipped);
	if (count.failed > 0)
		return EXIT_FAILURE;
	/* Who types sees the message, a script only the status. */
	if (count.bad_commands > 0 && !isatty(STDIN_FILENO))
		return EXIT_FAILURE;
	if (total > 0 && count.skipped == total)
		return TEST_SKIPPED;
	return EXIT_SUCCESS;
}

/* Commands of one word, beside the tests. */

static void
dump_malloc_stats(FILE *f)
{
	rte_malloc_dump_stats(f, NULL);
}

static void
dump_struct_sizes(FILE *f)
{
#define DUMP_SIZE(t) fprintf(f, "sizeof(" #t ") = %zu\n", sizeof(t))
	DUMP_SIZE(struct rte_mbuf);
	DUMP_SIZE(struct rte_mempool);
	DUMP_SIZE(struct rte_mempool_cache);
	DUMP_SIZE(struct rte_mempool_objhdr);
	DUMP_SIZE(struct rte_ring);
#undef DUMP_SIZE
}

static void
quit(FILE *f __rte_unused)
{
	quitting = true;
}

static void print_help(FILE *f);

static const struct {
	const char *name;
	void (*run)(FILE *f);
	const char *help;
} builtins[] = {
	{ "help", print_help, "print this text" },
	{ "list", list_tests, "print the names of all tests" },
	{ "dump_devargs", rte_devargs_dump, "print the device arguments" },
	{ "dump_log_types", rte_log_dump, "print the log types and levels" },
	{ "dump_malloc_heaps", rte_malloc_dump_heaps, "print the heaps" },
	{ "dump_malloc_stats", dump_malloc_stats, "print the heaps' statistics" },
	{ "dump_mempool", rte_mempool_list_dump,
		"print all mempools, or the one named after it" },
	{ "dump_memzone", rte_memzone_dump, "print the memzones" },
	{ "dump_physmem", rte_dump_physmem_layout, "print the memory segments" },
	{ "dump_ptr_ring", rte_ptr_ring_list_dump,
		"print all rings of compressed pointers, or the one named after it" },
	{ "dump_ring", rte_ring_list_dump,
		"print all rings, or the one named after it" },
	{ "dump_struct_sizes", dump_struct_sizes, "print sizes of structures" },
	{ "dump_tailq", rte_dump_tailq, "print the tail queues" },
	{ "quit", quit, "leave, as the end of input does" },
};

static void
print_help(FILE *f)
{
	unsigned int i;

	fprintf(f, "The name of a test runs it. Other commands:\n");
	for (i = 0; i < RTE_DIM(builtins); i++)
		fprintf(f, "  %-18s %s\n", builtins[i].name, builtins[i].help);
}

/*
 * Edit distance of a word to that part of the name which is most like it: a
 * word that stands in the name has distance 0.
 */
static unsigned int
distance(const char *word, const char *name)
{
	unsigned int row[STR_TOKEN_SIZE] = { 0 };
	unsigned int len = RTE_MIN(strlen(name), RTE_DIM(row) - 1);
	unsigned int best, diagonal, up, i, j;

	for (i = 0; word[i] != '\0'; i++) {
		diagonal = row[0];
		row[0] = i + 1;
		for (j = 1; j <= len; j++) {
			up = row[j];
			row[j] = RTE_MIN(diagonal + (word[i] != name[j - 1]),
				RTE_MIN(up, row[j - 1]) + 1);
			diagonal = up;
		}
	}

	best = row[0];
	for (j = 1; j <= len; j++)
		best = RTE_MIN(best, row[j]);
	return best;
}

void
print_unknown(const char *name)
{
	const char *separator = "; did you mean: ";
	const struct test_command *t;
	char word[NAME_PRECISION + 1];
	unsigned int nearest = UINT_MAX;
	char *suffix;

	count.bad_commands++;
	fprintf(stderr, "Unknown test: '%.*s'", NAME_PRECISION, name);

	/* The ending that nearly all names have says nothing. */
	strlcpy(word, name, sizeof(word));
	suffix = strstr(word, "_autotest");
	if (suffix != NULL && suffix[strlen("_autotest")] == '\0')
		*suffix = '\0';

	TAILQ_FOREACH(t, &commands_list, next)
		nearest = RTE_MIN(nearest, distance(word, t->command));
	if (nearest <= RTE_MAX(strlen(word) / 4, 1u)) {
		TAILQ_FOREACH(t, &commands_list, next) {
			if (distance(word, t->command) != nearest)
				continue;
			fprintf(stderr, "%s%s", separator, t->command);
			separator = ", ";
		}
		fprintf(stderr, "?\n");
	} else {
		fprintf(stderr, "; 'list' prints the names of all tests.\n");
	}
}

/*
 * The prompt's grammar: one word; one of the three dumps with a name; and
 * anything that is neither, to say so in our own words.
 */

struct word_result {
	cmdline_fixed_string_t word;
	cmdline_fixed_string_t name;
};

static void
word_parsed(void *parsed, struct cmdline *cl, void *data __rte_unused)
{
	const struct word_result *res = parsed;
	unsigned int i;

	if (command_valid(res->word))
		run_test(res->word);
	for (i = 0; i < RTE_DIM(builtins); i++)
		if (strcmp(builtins[i].name, res->word) == 0)
			builtins[i].run(stdout);
	fflush(stdout);
	if (quitting)
		cmdline_quit(cl);
}

static cmdline_parse_token_string_t word_token =
	TOKEN_STRING_INITIALIZER(struct word_result, word, NULL);

static cmdline_parse_inst_t word_inst = {
	.f = word_parsed,
	.help_str = "a test to run, or a command",
	.tokens = { (void *)&word_token, NULL },
};

static void
dump_parsed(void *parsed, struct cmdline *cl __rte_unused,
	void *data __rte_unused)
{
	const struct word_result *res = parsed;
	struct rte_ptr_ring *pr = NULL;
	struct rte_mempool *mp = NULL;
	struct rte_ring *r = NULL;

	if (strcmp(res->word, "dump_ring") == 0)
		r = rte_ring_lookup(res->name);
	else if (strcmp(res->word, "dump_ptr_ring") == 0)
		pr = rte_ptr_ring_lookup(res->name);
	else
		mp = rte_mempool_lookup(res->name);

	if (r != NULL) {
		rte_ring_dump(stdout, r);
	} else if (pr != NULL) {
		rte_ptr_ring_dump(stdout, pr);
	} else if (mp != NULL) {
		rte_mempool_dump(stdout, mp);
	} else {
		count.bad_commands++;
		fprintf(stderr, "%s: there is none named '%s'\n",
			res->word, res->name);
	}
	fflush(stdout);
}

static cmdline_parse_token_string_t dump_token =
	TOKEN_STRING_INITIALIZER(struct word_result, word,
		"dump_ring#dump_ptr_ring#dump_mempool");

static cmdline_parse_token_string_t name_token =
	TOKEN_STRING_INITIALIZER(struct word_result, name, NULL);

static cmdline_parse_inst_t dump_inst = {
	.f = dump_parsed,
	.help_str = "the name of a ring or of a mempool",
	.tokens = { (void *)&dump_token, (void *)&name_token, NULL },
};

static int
parse_unknown(cmdline_parse_token_hdr_t *tk __rte_unused, const char *buf,
	void *res, unsigned int size)
{
	size_t len = 0;

	while (!cmdline_isendoftoken(buf[len]))
		len++;
	if (len == 0 || cmdline_parse_string(&word_token.hdr, buf, NULL, 0) > 0)
		return -1;
	if (res != NULL)
		strlcpy(res, buf, RTE_MIN(size, len + 1));
	/* what follows the unknown word is of no interest */
	return strcspn(buf, "\r\n");
}

/* Nothing to complete, which is not the same as no completion. */
static int
complete_none_nb(cmdline_parse_token_hdr_t *tk __rte_unused)
{
	return 1;
}

static int
complete_none_elt(cmdline_parse_token_hdr_t *tk __rte_unused,
	int idx __rte_unused, char *dst __rte_unused,
	unsigned int size __rte_unused)
{
	return -1;
}

static void
unknown_parsed(void *parsed, struct cmdline *cl __rte_unused,
	void *data __rte_unused)
{
	print_unknown(parsed);
}

static struct cmdline_token_ops unknown_ops = {
	.parse = parse_unknown,
	.complete_get_nb = complete_none_nb,
	.complete_get_elt = complete_none_elt,
};

static cmdline_parse_token_hdr_t unknown_token = { .ops = &unknown_ops };

static cmdline_parse_inst_t unknown_inst = {
	.f = unknown_parsed,
	.tokens = { &unknown_token, NULL },
};

static cmdline_parse_ctx_t prompt_ctx[] = {
	&word_inst,
	&dump_inst,
	&unknown_inst,
	NULL,
};

/* Gather all first words in the form that cmdline wants its choices in. */
int
commands_init(void)
{
	const struct test_command *t;
	const char *separator = "";
	char *choices = NULL;
	unsigned int i;
	size_t size;
	FILE *f;

	f = open_memstream(&choices, &size);
	if (f == NULL)
		return -1;
	TAILQ_FOREACH(t, &commands_list, next)
		fprintf(f, "%s#", t->command);
	for (i = 0; i < RTE_DIM(builtins); i++) {
		fprintf(f, "%s%s", separator, builtins[i].name);
		separator = "#";
	}
	if (fclose(f) != 0)
		return -1;
	/* is used as long as the program runs */
	word_token.string_data.str = choices;
	return 0;
}

/*
 * Input that nobody types needs no line editing, whose escape sequences would
 * end up in a log; and its last line may lack the newline.
 */
static int
run_lines(void)
{
	struct cmdline *cl = cmdline_new(prompt_ctx, "", STDIN_FILENO, STDOUT_FILENO);
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	char *cmd;

	if (cl == NULL)
		return -1;

	while (!quitting && (len = getline(&line, &size, stdin)) > 0) {
		if (line[len - 1] == '\n')
			line[len - 1] = '\0';
		printf(PROMPT "%s\n", line);
		/* cmdline wants the newline that the last line may lack */
		if (asprintf(&cmd, "%s\n", line) < 0)
			break;
		if (cmdline_parse(cl, cmd) < 0) {
			count.bad_commands++;
			fprintf(stderr, "Bad arguments: '%.*s'\n",
				NAME_PRECISION, line);
		}
		free(cmd);
	}
	free(line);
	cmdline_free(cl);
	return 0;
}

int
run_prompt(void)
{
	struct cmdline *cl;

	if (!isatty(STDIN_FILENO))
		return run_lines();

	cl = cmdline_stdin_new(prompt_ctx, PROMPT);
	if (cl == NULL)
		return -1;
	cmdline_interact(cl);
	cmdline_stdin_exit(cl);
	return 0;
}
