//! System calls that a program is refused: those that reach its supervisor or lift a limit, and those that
//! take memory or disk which no look at its processes shows.
//!
//! The filter is set on the supervisor, and every process that it starts inherits it. So it costs nothing
//! when a program starts; the supervisor itself uses none of these calls once it serves.

use libc::{ENOSYS, EOPNOTSUPP, EPERM};
use seccompiler::sock_filter;

/// What an argument, of which the lower 32 bits are looked at, has to be for a call to be refused.
enum Argument {
    OneOf(Vec<u32>),
    /// Has one of these bits.
    Has(u32),
}

/// A call that is not made, with the error number that the program gets instead; 0 tells it that all went well.
struct Rule {
    /// Its number on this processor, and for programs of 32 bits on x86.
    call: [u32; 2],
    /// The arguments, by their place, that all have to be like this.
    arguments: Vec<(u32, Argument)>,
    error: i32,
}

/// Sets the filter on this process for ever; the processes with these numbers are the supervisor, which is
/// the first, and those above it. False where the kernel has no such filters.
pub(crate) fn set(supervisors: &[u32], in_namespace: bool) -> bool {
    #[cfg(target_arch = "x86_64")]
    let (native, x86) = (0xC000_003E_u32, Some(0x4000_0003_u32));
    #[cfg(target_arch = "aarch64")]
    let (native, x86) = (0xC000_00B7_u32, None::<u32>);
    let rules = rules(supervisors, in_namespace);
    // struct seccomp_data: the number, the processor, the place in the program, six arguments.
    let mut program = vec![load(4)];
    for (i, processor) in [Some(native), x86].into_iter().enumerate() {
        let Some(processor) = processor else { continue };
        let mut part = vec![load(0)];
        if i == 0 && x86.is_some() {
            // The same calls under other numbers (x32).
            part.extend([jump(0x35, 1 << 30, 0, 1), refuse(ENOSYS)]);
        }
        for rule in &rules {
            part.extend(refusal(rule, i));
        }
        part.push(instruction(0x06, 0x7FFF_0000, 0, 0));
        program.push(jump(0x15, processor, 1, 0));
        program.push(instruction(0x05, part.len() as u32, 0, 0));
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
    let supervisor = || Argument::OneOf(supervisors.to_vec());
    let of_users = 2;
    let user_namespace = || Argument::Has(0x1000_0000);
    let mut rules = vec![
        // What is open in a socket and nowhere else is not seen.
        all(libc::SYS_memfd_create, 356, ENOSYS),
        all(libc::SYS_memfd_secret, 447, ENOSYS),
        all(libc::SYS_vmsplice, 316, ENOSYS),
        Rule {
            // SO_SNDBUF, SO_RCVBUF, and the same for root: every socket has a buffer as large as others.
            arguments: vec![
                (1, Argument::OneOf(vec![1])),
                (2, Argument::OneOf(vec![7, 8, 32, 33])),
            ],
            ..all(libc::SYS_setsockopt, 366, 0)
        },
        // The C library writes instead, which is seen.
        all(libc::SYS_fallocate, 324, EOPNOTSUPP),
        // Keys outlive the run.
        all(libc::SYS_add_key, 286, ENOSYS),
        all(libc::SYS_request_key, 287, ENOSYS),
        all(libc::SYS_keyctl, 288, ENOSYS),
        // These make other calls, unseen by any filter.
        all(libc::SYS_io_uring_setup, 425, ENOSYS),
        // Whoever has a user namespace has all powers in it. The C library calls clone after clone3.
        all(libc::SYS_clone3, 435, ENOSYS),
        only(libc::SYS_clone, 120, 0, user_namespace()),
        only(libc::SYS_unshare, 310, 0, user_namespace()),
        // Limits of others, the supervisor's among them.
        only(libc::SYS_prlimit64, 340, 0, Argument::Has(u32::MAX)),
        // PR_SET_DUMPABLE hides files, and what has been written.
        only(libc::SYS_prctl, 172, 0, Argument::OneOf(vec![4])),
        only(libc::SYS_sched_setparam, 154, 0, supervisor()),
        only(libc::SYS_sched_setscheduler, 156, 0, supervisor()),
        only(libc::SYS_sched_setaffinity, 241, 0, supervisor()),
        only(libc::SYS_sched_setattr, 351, 0, supervisor()),
        only(libc::SYS_setpriority, 97, 1, supervisor()),
        only(
            libc::SYS_setpriority,
            97,
            0,
            Argument::OneOf(vec![of_users]),
        ),
        only(libc::SYS_ioprio_set, 289, 1, supervisor()),
        only(
            libc::SYS_ioprio_set,
            289,
            0,
            Argument::OneOf(vec![of_users + 1]),
        ),
    ];
    #[cfg(target_arch = "x86_64")]
    // The old way to sockets of a program of 32 bits, in which arguments cannot be seen.
    rules.push(Rule {
        call: [u32::MAX, 102],
        ..all(0, 0, ENOSYS)
    });
    if !in_namespace {
        // The kernel keeps signals from the first process of a namespace, and from all outside.
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

/// The instructions for one rule; the number of the call is loaded before and behind them.
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
    instruction(0x20, at, 0, 0)
}

/// Goes over so many instructions when the comparison holds, and over so many when it does not.
fn jump(comparison: u16, with: u32, holds: u8, fails: u8) -> sock_filter {
    instruction(comparison, with, holds, fails)
}

fn refuse(error: i32) -> sock_filter {
    instruction(0x06, 0x0005_0000 | error as u32, 0, 0)
}

fn instruction(code: u16, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code, jt, jf, k }
}
