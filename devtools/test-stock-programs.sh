#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

# Programs that nobody here wrote, DPDK's own dpdk-test and dpdk-testpmd, with
# the mempool driver of a build folder. Called by test.sh.
# usage: devtools/test-stock-programs.sh FOLDER

set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ $# -eq 1 ] || die "needs one argument, a build folder"
build=$(realpath "$1")
driver=$build/drivers/librte_mempool_ptr_ring.so
plugin=$build/app/test/libmempool_stock_names.so
work=$build/stock-programs
mkdir -p "$work"

skip()
{
	echo "$*"
	exit 77
}

for program in dpdk-test dpdk-testpmd; do
	command -v "$program" >/dev/null || skip "there is no $program here"
done
! folder=$(open_folder "$build") ||
	skip "EAL loads no drivers below $folder, where anyone may write"

prefix=stock-programs-$$
# where DPDK's own drivers are
read -ra flags <<<"$(pkg-config --cflags libdpdk)"
driver_folder=$(printf '%s\n' '#include <rte_build_config.h>' RTE_EAL_PMD_PATH |
	gcc -E -P "${flags[@]}" - | tail -n 1 | tr -d '"')
failures=0
debug=--log-level=pmd.mempool.ptr_ring:debug
ours=(-d "$driver" --mbuf-pool-ops-name=ptr_ring "$debug")
renamed=(-d "$driver_folder/librte_mempool_ring.so" -d "$plugin" "$debug")

failed()
{
	echo "FAILED: $*"
	failures=$((failures + 1))
}

# What a run has to tell of the driver: nothing but the debug lines.
check_log()
{
	grep -aq 'MEMPOOL_PTR_RING: .* bytes a slot' "$1" ||
		failed "no mempool had the driver: see $1"
	! grep -a 'PTR_RING: ' "$1" | grep -av ' bytes a slot' ||
		failed "the driver complained: see $1"
}

# A test of dpdk-test: stock_test NAME LOG [EAL OPTION...]; 0 passed, 77
# skipped, all else failed.
stock_test()
{
	DPDK_TEST=$1 timeout 120 dpdk-test --no-huge -m 1024 --no-pci \
		--file-prefix="$prefix" "${@:3}" >"$2" 2>&1 </dev/null
}

# What passes with the stock driver has to with ours, under ours and under the
# stock names.
compare_test()
{
	local test=$1 status=0 log

	log=$work/$test
	stock_test "$test" "$log-stock.log" || status=$?
	if [ "$status" -ne 0 ]; then
		echo "$test: status $status without us, left out"
		return
	fi
	stock_test "$test" "$log-ours.log" "${ours[@]}" ||
		failed "$test with ptr_ring: see $log-ours.log"
	stock_test "$test" "$log-renamed.log" "${renamed[@]}" ||
		failed "$test with ptr_ring under the stock names: see $log-renamed.log"
	# most of its mempools ask for the stock names
	check_log "$log-renamed.log"
	echo "$test: $(grep -ac 'bytes a slot' "$log-ours.log" || true) chunks of memory" \
		"with ptr_ring, $(grep -ac 'bytes a slot' "$log-renamed.log") under the stock names"
}

# The mempools of a log of testpmd, as its last dump shows them: each has to
# have all its objects again.
check_mempools()
{
	awk '
		/^mempool </ { name = $2; size = cached = 0 }
		/^ *populated_size=/ { sub(/.*=/, ""); size = $0 }
		/^ *total_cache_count=/ { sub(/.*=/, ""); cached = $0 }
		/^ *common_pool_count=/ {
			sub(/.*=/, "")
			lost[name] = size - cached - $0
			sizes[name] = size
		}
		END {
			for (name in lost) {
				n++
				if (lost[name] != 0 || sizes[name] <= 0) {
					print name " lacks " lost[name] " of " sizes[name]
					bad = 1
				}
			}
			exit bad || n == 0
		}' "$1"
}

# Commands for testpmd, with time for packets to flow: run, stop, run again.
# What is in a port in the end is taken out and freed.
testpmd_commands()
{
	local mode

	for mode in "$@" "${1}"; do
		echo "set fwd $mode"
		echo "start tx_first 4"
		sleep 0.3
		echo "show fwd stats all"
		echo stop
	done
	echo "port stop all"
	echo "port start all"
	echo "set fwd rxonly"
	echo start
	sleep 0.3
	echo stop
	echo dump_mempool
	echo quit
}

# testpmd NAME FORWARDING-MODE,... [EAL OPTION...] -- [OPTION...]; among
# the EAL options those for the driver
testpmd()
{
	local name=$1 modes log=$work/testpmd-$1.log status=0

	IFS=, read -ra modes <<<"$2"
	shift 2
	testpmd_commands "${modes[@]}" |
		timeout 60 dpdk-testpmd --no-pci --file-prefix="$prefix" "$@" -i >"$log" 2>&1 || status=$?
	[ "$status" -eq 0 ] || failed "testpmd, $name: status $status, see $log"
	check_log "$log"
	check_mempools "$log" || failed "testpmd, $name: mbufs are lost, see $log"
	awk '/^ *RX-packets: [1-9]/ { n++ } END { exit n == 0 }' "$log" ||
		failed "testpmd, $name: no packets, see $log"
	echo "testpmd, $name: $(grep -ac 'bytes a slot' "$log") chunks of memory," \
		"$(awk '/RX-packets:/ && $2 > max { max = $2 } END { print max + 0 }' "$log") packets"
}

# Two processes of testpmd on the same rings: the second one forwards, too, and
# is gone before the first. Then another with the drivers in another order,
# where the number of the ops is that of another driver's.
two_processes()
{
	local name=two-processes first=$work/testpmd-two-first.log
	local second=$work/testpmd-two-second.log other=$work/testpmd-two-other.log
	local eal=(--no-pci --file-prefix="$prefix") ports=(--vdev net_ring0 --vdev net_ring1)
	local options=(--rxq=2 --txq=2 --num-procs=2 "$few")
	local stack=$driver_folder/librte_mempool_stack.so

	{
		sleep 2
		echo "start tx_first 4"
		sleep 2
		{
			echo start
			sleep 1
			printf '%s\n' stop "show fwd stats all" dump_mempool quit
		} | setarch -R timeout 30 dpdk-testpmd "${eal[@]}" "${ours[@]}" "${ports[@]}" \
			--lcores="2@$first_cpu,3@$last_cpu" --proc-type=secondary -- \
			"${options[@]}" --proc-id=1 -i >"$second" 2>&1 ||
			failed "testpmd, $name: the second one, see $second"
		printf '%s\n' dump_mempool quit |
			setarch -R timeout 30 dpdk-testpmd "${eal[@]}" -d "$stack" \
			"${ours[@]}" "${ports[@]}" --lcores="2@$first_cpu,3@$last_cpu" \
			--proc-type=secondary -- "${options[@]}" --proc-id=1 -i \
			>"$other" 2>&1 || true
		printf '%s\n' stop "show fwd stats all" "set fwd rxonly" start
		sleep 0.5
		printf '%s\n' stop dump_mempool quit
	} | setarch -R timeout 90 dpdk-testpmd "${eal[@]}" "${ours[@]}" "${ports[@]}" \
		--lcores="0@$first_cpu,1@$last_cpu" --proc-type=primary -- \
		"${options[@]}" --proc-id=0 -i >"$first" 2>&1 ||
		failed "testpmd, $name: the first one, see $first"
	check_log "$first"
	check_mempools "$first" || failed "testpmd, $name: mbufs are lost, see $first"
	grep -aq 'ops_name: <ptr_ring>' "$second" ||
		failed "testpmd, $name: the second one does not use the driver, see $second"
	awk '/^ *RX-packets: [1-9]/ { n++ } END { exit n == 0 }' "$second" ||
		failed "testpmd, $name: no packets in the second one, see $second"
	grep -aq 'ops_name: <stack>' "$other" ||
		failed "testpmd, $name: another order, but no other ops, see $other"
	echo "testpmd, $name: done"
}

for test in mempool_autotest mbuf_autotest ring_pmd_autotest link_bonding_autotest \
		ipfrag_autotest reorder_autotest distributor_autotest \
		pdump_autotest table_autotest eventdev_selftest_sw \
		event_eth_rx_adapter_autotest latencystats_autotest sched_autotest; do
	compare_test "$test"
done
check_log "$work/mbuf_autotest-ours.log"

# lcores 0 and 1 share the first CPU, 2 and 3 the last one, which may be the same
cpus=$(taskset -cp $$)
cpus=${cpus##*: }
first_cpu=${cpus%%[-,]*}
last_cpu=${cpus##*[-,]}
lcores=--lcores=0@$first_cpu,1@$first_cpu,2@$last_cpu,3@$last_cpu
nohuge=(--no-huge -m 1024 "$lcores")
null=(--vdev net_null0 --vdev net_null1)
rings=(--vdev net_ring0 --vdev net_ring1)
few=--total-num-mbufs=8192

testpmd null "io,mac,csum" "${ours[@]}" "${nohuge[@]}" "${null[@]}" -- "$few"
testpmd null-queues "io,mac,csum" "${ours[@]}" "${nohuge[@]}" "${null[@]}" -- "$few" \
	--rxq=2 --txq=2 --nb-cores=3
testpmd ring "io,mac,csum" "${ours[@]}" "${nohuge[@]}" "${rings[@]}" -- "$few"
testpmd ring-cores "io" "${ours[@]}" "${nohuge[@]}" "${rings[@]}" -- "$few" --nb-cores=2
testpmd no-cache "io,mac" "${ours[@]}" "${nohuge[@]}" "${null[@]}" -- "$few" --mbcache=0
testpmd many-mbufs "io" "${ours[@]}" "${nohuge[@]}" "${null[@]}" -- --total-num-mbufs=70000
testpmd small-mbufs "io" "${ours[@]}" "${nohuge[@]}" "${null[@]}" -- "$few" --mbuf-size=512
testpmd jumbo-mbufs "io" "${ours[@]}" "${nohuge[@]}" "${null[@]}" -- "$few" --mbuf-size=9216
testpmd two-sizes "io" "${ours[@]}" "${nohuge[@]}" "${null[@]}" -- "$few" --mbuf-size=2048,4096
# it asks for no ops then
testpmd anon "io,mac" "${renamed[@]}" "${nohuge[@]}" "${null[@]}" -- "$few" --mp-alloc=anon
testpmd xmem "io,mac" "${ours[@]}" "${nohuge[@]}" "${null[@]}" -- "$few" --mp-alloc=xmem
testpmd xbuf "io,mac" "${ours[@]}" "${nohuge[@]}" "${null[@]}" -- "$few" --mp-alloc=xbuf

if "$root/buildtools/with-hugepages.sh" 48 true; then
	huge=("$lcores")
	testpmd huge "io,mac,csum" "${ours[@]}" "${huge[@]}" "${null[@]}" -- "$few"
	testpmd huge-va "io" "${ours[@]}" "${huge[@]}" "${rings[@]}" --iova-mode=va -- "$few"
	testpmd huge-anon "io" "${renamed[@]}" "${huge[@]}" "${null[@]}" -- "$few" --mp-alloc=anon
	testpmd huge-xmem "io" "${ours[@]}" "${huge[@]}" "${null[@]}" -- "$few" --mp-alloc=xmem
	two_processes
	testpmd huge-xbuf "io" "${ours[@]}" "${huge[@]}" "${null[@]}" -- "$few" --mp-alloc=xbuf
else
	echo "left out: hugepages"
fi
# what testpmd takes at least
if "$root/buildtools/with-hugepages.sh" 100 true; then
	testpmd huge-xmemhuge "io" "${ours[@]}" "$lcores" "${null[@]}" -- "$few" \
		--mp-alloc=xmemhuge
fi

[ "$failures" -eq 0 ] || die "$failures failures"
