//! The system calls that a program is refused: those that reach its supervisor or a server, lift a limit or hold up other
//! programs, and those that allocate memory or disk space which `/proc` does not show.
//!
//! The supervisor sets the filter on itself, and every process that it starts inherits it. The filter therefore
//! adds no time to the start of a program. The supervisor uses none of these calls once it serves runs.

use libc::{EACCES, ENOSYS, EOPNOTSUPP, EPERM};
use seccompiler::sock_filter;

/// A condition on the lower 32 bits of an argument; the filter refuses the call if the condition holds.
enum Argument {
    OneOf(Vec<u32>),
    /// At least one of these bits is set.
    Has(u32),
}

/// A system call that the filter refuses, with the error number that the program gets; for 0 the call seems to
/// succeed.
struct Rule {
    /// The number of the call on this processor, and for 32-bit programs on x86.
    call: [u32; 2],
    /// Conditions on arguments, by position, all of which must hold.
    arguments: Vec<(u32, Argument)>,
    error: i32,
}

/// Sets the filter on this process permanently. `supervisors` are the process numbers of the supervisor, first, and
/// of its ancestors. Returns false if the kernel has no such filters.
pub(super) fn set(supervisors: &[u32], in_namespace: bool) -> bool {
    #[cfg(target_arch = "x86_64")]
    let (native, x86) = (0xC000_003E_u32, Some(0x4000_0003_u32));
    #[cfg(target_arch = "aarch64")]
    let (native, x86) = (0xC000_00B7_u32, None::<u32>);
    let rules = rules(supervisors, in_namespace);
    // struct seccomp_data: the number, the architecture, the instruction pointer, six arguments.
    let mut program = vec![load(4)];
    for (i, processor) in [Some(native), x86].into_iter().flatten().enumerate() {
        let mut part = vec![load(0)];
        if i == 0 && x86.is_some() {
            // The same calls under other numbers (x32).
            part.extend([jump(0x35, 1 << 30, 0, 1), refuse(ENOSYS)]);
        }
        for rule in &rules {
            part.extend(refusal(rule, i));
        }
        part.push(instruction(0x06, 0x7FFF_0000));
        program.push(jump(0x15, processor, 1, 0));
        program.push(instruction(0x05, part.len() as u32));
        program.extend(part);
    }
    program.push(refuse(ENOSYS));
    seccompiler::apply_filter(&program).is_ok()
}

fn rules(supervisors: &[u32], in_namespace: bool) -> Vec<Rule> {
    let all = |call: libc::c_long, on_x86, error| Rule {
        call: [call as u32, on_x86],
        arguments: Vec::new(),
        error,
    };
    let only = |call, on_x86, place, argument| Rule {
        arguments: vec![(place, argument)],
        ..all(call, on_x86, EPERM)
    };
    let maps = |flags: &[libc::c_int]| Rule {
        arguments: flags
            .iter()
            .map(|&flag| (3, Argument::Has(flag as u32)))
            .collect(),
        ..all(libc::SYS_mmap, 192, EPERM)
    };
    // F_SETLK, F_SETLKW, F_SETLEASE and F_SETDELEG; their variants for open files, and for 32-bit programs on x86.
    let locks = |call, on_x86| Rule {
        error: 0,
        ..only(
            call,
            on_x86,
            1,
            Argument::OneOf(vec![6, 7, 1024, 1040, 37, 38, 13, 14]),
        )
    };
    let is = |value| Argument::OneOf(vec![value]);
    let supervisor = || Argument::OneOf(supervisors.to_vec());
    let user_namespace = || Argument::Has(0x1000_0000);
    let mut rules = vec![
        // A file that is open only inside a socket is not visible in `/proc`.
        all(libc::SYS_memfd_create, 356, ENOSYS),
        all(libc::SYS_memfd_secret, 447, ENOSYS),
        all(libc::SYS_vmsplice, 316, ENOSYS),
        // Shared memory without a file keeps its pages when nearly all of it is unmapped, and only root can read how many.
        maps(&[libc::MAP_SHARED, libc::MAP_ANONYMOUS]),
        // Huge pages are not part of the resident memory.
        maps(&[libc::MAP_HUGETLB]),
        // Nor are pages that a program has moved to a disk (MADV_PAGEOUT).
        only(libc::SYS_madvise, 219, 2, is(21)),
        all(libc::SYS_process_madvise, 440, ENOSYS),
        // The objects of System V keep memory without any process.
        all(libc::SYS_shmget, 395, ENOSYS),
        all(libc::SYS_semget, 393, ENOSYS),
        all(libc::SYS_msgget, 399, ENOSYS),
        // A socket reaches servers of this machine by a path, and virtual machines; so does one of a pair of datagram
        // sockets, whose types are 2 and 3. Pairs of another family than AF_UNIX exist in clusters.
        all(libc::SYS_socket, 359, EACCES),
        only(libc::SYS_socketpair, 360, 0, Argument::Has(!1)),
        only(libc::SYS_socketpair, 360, 1, Argument::Has(2)),
        // A lock holds up other programs that use the file. Where locks fail, SQLite does not work, and Java writes a warning
        // to standard output.
        all(libc::SYS_flock, 143, 0),
        locks(libc::SYS_fcntl, 55),
        Rule {
            // SO_SNDBUF, SO_RCVBUF and their variants for root: all sockets keep the default buffer size, on which
            // the measurement relies.
            arguments: vec![(1, is(1)), (2, Argument::OneOf(vec![7, 8, 32, 33]))],
            ..all(libc::SYS_setsockopt, 366, 0)
        },
        // The C library then writes to the file instead, which the supervisor sees.
        all(libc::SYS_fallocate, 324, EOPNOTSUPP),
        // Keys outlive the run.
        all(libc::SYS_add_key, 286, ENOSYS),
        all(libc::SYS_request_key, 287, ENOSYS),
        all(libc::SYS_keyctl, 288, ENOSYS),
        // io_uring makes other calls that no filter sees.
        all(libc::SYS_io_uring_setup, 425, ENOSYS),
        // A process has all capabilities inside its user namespace. The C library calls clone if clone3 is missing.
        all(libc::SYS_clone3, 435, ENOSYS),
        only(libc::SYS_clone, 120, 0, user_namespace()),
        only(libc::SYS_unshare, 310, 0, user_namespace()),
        // Limits of other processes, including the supervisor.
        only(libc::SYS_prlimit64, 340, 0, Argument::Has(u32::MAX)),
        // PR_SET_DUMPABLE hides the process's files and the number of bytes written.
        only(libc::SYS_prctl, 172, 0, is(4)),
        only(libc::SYS_sched_setparam, 154, 0, supervisor()),
        only(libc::SYS_sched_setscheduler, 156, 0, supervisor()),
        only(libc::SYS_sched_setaffinity, 241, 0, supervisor()),
        only(libc::SYS_sched_setattr, 351, 0, supervisor()),
        only(libc::SYS_setpriority, 97, 1, supervisor()),
        only(libc::SYS_setpriority, 97, 0, is(libc::PRIO_USER)),
        only(libc::SYS_ioprio_set, 289, 1, supervisor()),
        // IOPRIO_WHO_USER.
        only(libc::SYS_ioprio_set, 289, 0, is(3)),
    ];
    #[cfg(target_arch = "x86_64")]
    {
        // mmap, socketcall and ipc, the old entries of 32-bit programs, hide their arguments from the filter.
        rules.extend([90, 102, 117].map(|call| all(-1, call, ENOSYS)));
        rules.push(locks(-1, 221));
    }
    if !in_namespace {
        // In a PID namespace the kernel itself protects the first process and all processes outside from signals.
        let groups = supervisors.iter().map(|pid| pid.wrapping_neg());
        let receivers = supervisors.iter().copied().chain(groups);
        let receivers = receivers.chain([u32::MAX]).collect();
        rules.extend([
            only(libc::SYS_kill, 37, 0, Argument::OneOf(receivers)),
            only(libc::SYS_tkill, 238, 0, supervisor()),
            only(libc::SYS_tgkill, 270, 1, supervisor()),
            only(libc::SYS_rt_sigqueueinfo, 178, 0, supervisor()),
            only(libc::SYS_rt_tgsigqueueinfo, 335, 1, supervisor()),
            only(libc::SYS_setpgid, 57, 1, supervisor()),
            all(libc::SYS_pidfd_send_signal, 424, ENOSYS),
        ]);
    }
    rules
}

/// Returns the instructions for one rule. The call number is loaded before them and after them.
fn refusal(rule: &Rule, processor: usize) -> Vec<sock_filter> {
    let mut rest = vec![refuse(rule.error)];
    for (place, argument) in rule.arguments.iter().rev() {
        let past = rest.len() as u8;
        let mut test = vec![load(16 + 8 * place)];
        match argument {
            Argument::Has(bits) => test.push(jump(0x45, *bits, 0, past)),
            Argument::OneOf(values) => {
                for (left, &value) in (0..values.len() as u8).rev().zip(values) {
                    test.push(jump(0x15, value, left, if left == 0 { past } else { 0 }));
                }
            }
        }
        test.append(&mut rest);
        rest = test;
    }
    let mut refusal = vec![jump(0x15, rule.call[processor], 0, rest.len() as u8)];
    refusal.append(&mut rest);
    if !rule.arguments.is_empty() {
        refusal.push(load(0));
    }
    refusal
}

fn load(at: u32) -> sock_filter {
    instruction(0x20, at)
}

/// Skips `holds` instructions if the comparison holds, and `fails` instructions otherwise.
fn jump(comparison: u16, with: u32, holds: u8, fails: u8) -> sock_filter {
    sock_filter {
        jt: holds,
        jf: fails,
        ..instruction(comparison, with)
    }
}

fn refuse(error: i32) -> sock_filter {
    instruction(0x06, 0x0005_0000 | error as u32)
}

fn instruction(code: u16, k: u32) -> sock_filter {
    let (jt, jf) = (0, 0);
    sock_filter { code, jt, jf, k }
}
