//! The messages between a sandbox and its supervisor.
//!
//! The sandbox sends its setup once, as arguments of the launcher, and a request for every run: the length of the
//! rest (four bytes, little-endian), then each further argument preceded by its length. The supervisor sends
//! [`Frame`]s: the length of the rest (four bytes, little-endian), a line of words, and for a report the tail of
//! standard error.

use crate::{End, Isolation, Limits, Program};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt as _;
use std::time::Duration;

/// The longest frame, in bytes. Input that claims to be longer is not a frame but, for example, a panic message.
const MAX_FRAME: usize = 1 << 16;

/// The configuration of a supervisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    pub limits: Limits,
    pub isolation: Isolation,
    pub program: Program,
}

impl Setup {
    /// Encodes the setup as arguments of a process, the program last.
    pub fn to_args(&self) -> Vec<OsString> {
        let Limits {
            wall,
            cpu,
            memory,
            processes,
            output,
        } = self.limits;
        let mut args: Vec<OsString> = vec![
            isolation_word(self.isolation).into(),
            nanos(wall).to_string().into(),
            nanos(cpu).to_string().into(),
            memory.to_string().into(),
            processes.to_string().into(),
            output.to_string().into(),
            self.program.command.clone(),
        ];
        args.extend(self.program.args.iter().cloned());
        args
    }

    /// The inverse of [`Setup::to_args`]; `None` if an argument is missing or is not a number.
    pub fn from_args(mut args: impl Iterator<Item = OsString>) -> Option<Self> {
        let isolation = isolation_from(args.next()?.to_str()?)?;
        let mut number = || args.next()?.to_str()?.parse::<u64>().ok();
        let limits = Limits {
            wall: Duration::from_nanos(number()?),
            cpu: Duration::from_nanos(number()?),
            memory: number()?,
            processes: number()?.try_into().ok()?,
            output: number()?,
        };
        let program = Program {
            command: args.next()?,
            args: args.collect(),
        };
        Some(Self {
            limits,
            isolation,
            program,
        })
    }
}

/// Encodes the request for a run with these further arguments.
pub(crate) fn request(args: &[OsString]) -> Vec<u8> {
    let mut body = Vec::new();
    for arg in args {
        body.extend_from_slice(&(arg.len() as u32).to_le_bytes());
        body.extend_from_slice(arg.as_bytes());
    }
    let mut request = (body.len() as u32).to_le_bytes().to_vec();
    request.append(&mut body);
    request
}

/// Reads the arguments of the next request; `None` if the caller has closed the connection.
pub(crate) fn read_request(line: &mut impl Read) -> io::Result<Option<Vec<OsString>>> {
    let mut length = [0; 4];
    if line.read(&mut length[..1])? == 0 {
        return Ok(None);
    }
    line.read_exact(&mut length[1..])?;
    let mut body = vec![0; u32::from_le_bytes(length) as usize];
    line.read_exact(&mut body)?;
    let mut args = Vec::new();
    let mut rest = &body[..];
    while let Some((length, tail)) = rest.split_first_chunk::<4>() {
        let (arg, tail) = tail
            .split_at_checked(u32::from_le_bytes(*length) as usize)
            .ok_or(io::ErrorKind::InvalidData)?;
        args.push(OsStr::from_bytes(arg).to_owned());
        rest = tail;
    }
    Ok(Some(args))
}

/// A supervisor's report on a run. The standard output is in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Report {
    pub end: End,
    pub wall: Duration,
    pub cpu: Duration,
    pub starved: Duration,
    pub peak_memory: u64,
    pub stderr_tail: Vec<u8>,
}

/// A message from a supervisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The supervisor is ready, with this isolation.
    Ready {
        isolation: Isolation,
        /// Whether the supervisor can measure a running program.
        watched: bool,
        /// Whether the filter of system calls is set.
        filtered: bool,
        /// Whether the folders for temporary files are private.
        private: bool,
    },
    /// A run has ended and none of its processes is left.
    Report(Report),
    /// The supervisor failed and ends.
    Failed(String),
}

impl Frame {
    /// Encodes the frame.
    pub fn encode(&self) -> Vec<u8> {
        let mut body = Vec::new();
        match self {
            Self::Ready {
                isolation,
                watched,
                filtered,
                private,
            } => {
                let word = isolation_word(*isolation);
                let line = format!("ready {word} {watched} {filtered} {private}\n");
                body.extend_from_slice(line.as_bytes());
            }
            Self::Failed(said) => body.extend_from_slice(format!("failed\n{said}").as_bytes()),
            Self::Report(report) => {
                let (word, value, text) = match &report.end {
                    End::Code(code) => ("code", *code, ""),
                    End::Signal(signal) => ("signal", *signal, ""),
                    End::TimeLimit => ("time", 0, ""),
                    End::MemoryLimit => ("memory", 0, ""),
                    End::ProcessLimit => ("processes", 0, ""),
                    End::OutputLimit => ("output", 0, ""),
                    End::NotStarted(text) => ("not-started", 0, text.as_str()),
                };
                let wall = nanos(report.wall);
                let cpu = nanos(report.cpu);
                let starved = nanos(report.starved);
                let peak = report.peak_memory;
                let line = format!("report {word} {value} {wall} {cpu} {starved} {peak}\n");
                body.extend_from_slice(line.as_bytes());
                body.extend_from_slice(text.as_bytes());
                body.extend_from_slice(&report.stderr_tail);
            }
        }
        body.truncate(MAX_FRAME);
        let mut frame = (body.len() as u32).to_le_bytes().to_vec();
        frame.append(&mut body);
        frame
    }

    /// Decodes `bytes` if they are exactly one frame. `None` if they are incomplete or not a frame.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (length, body) = bytes.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        if length > MAX_FRAME || body.len() != length {
            return None;
        }
        let end_of_line = body.iter().position(|&byte| byte == b'\n')?;
        let rest = &body[end_of_line + 1..];
        let line = std::str::from_utf8(&body[..end_of_line]).ok()?;
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["ready", isolation, watched, filtered, private] => Some(Self::Ready {
                isolation: isolation_from(isolation)?,
                watched: watched.parse().ok()?,
                filtered: filtered.parse().ok()?,
                private: private.parse().ok()?,
            }),
            ["failed"] => Some(Self::Failed(String::from_utf8_lossy(rest).into_owned())),
            ["report", word, value, wall, cpu, starved, peak] => {
                let mut stderr_tail = rest.to_vec();
                let end = match word {
                    "code" => End::Code(value.parse().ok()?),
                    "signal" => End::Signal(value.parse().ok()?),
                    "time" => End::TimeLimit,
                    "memory" => End::MemoryLimit,
                    "processes" => End::ProcessLimit,
                    "output" => End::OutputLimit,
                    "not-started" => {
                        let text = String::from_utf8_lossy(&stderr_tail).into_owned();
                        stderr_tail.clear();
                        End::NotStarted(text)
                    }
                    _ => return None,
                };
                Some(Self::Report(Report {
                    end,
                    wall: Duration::from_nanos(wall.parse().ok()?),
                    cpu: Duration::from_nanos(cpu.parse().ok()?),
                    starved: Duration::from_nanos(starved.parse().ok()?),
                    peak_memory: peak.parse().ok()?,
                    stderr_tail,
                }))
            }
            _ => None,
        }
    }
}

fn isolation_word(isolation: Isolation) -> &'static str {
    match isolation {
        Isolation::Namespace => "namespace",
        Isolation::Subreaper => "subreaper",
        Isolation::Group => "group",
    }
}

fn isolation_from(word: &str) -> Option<Isolation> {
    [Isolation::Namespace, Isolation::Subreaper, Isolation::Group]
        .into_iter()
        .find(|&isolation| isolation_word(isolation) == word)
}

/// Returns whole nanoseconds, at most those of 584 years.
fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(end: End) -> Frame {
        Frame::Report(Report {
            stderr_tail: match end {
                End::NotStarted(_) => Vec::new(),
                _ => b"a \xff tail\nof two lines".to_vec(),
            },
            end,
            wall: Duration::new(3, 141_592_653),
            cpu: Duration::from_nanos(7),
            starved: Duration::from_nanos(3),
            peak_memory: 5 << 40,
        })
    }

    #[test]
    fn frames_round_trip_and_no_part_of_one_is_a_frame() {
        let frames = [
            Frame::Ready {
                isolation: Isolation::Namespace,
                watched: true,
                filtered: false,
                private: true,
            },
            Frame::Ready {
                isolation: Isolation::Subreaper,
                watched: false,
                filtered: true,
                private: false,
            },
            Frame::Ready {
                isolation: Isolation::Group,
                watched: false,
                filtered: true,
                private: false,
            },
            Frame::Failed("no more processes\nat all".into()),
            report(End::Code(-3)),
            report(End::Signal(11)),
            report(End::TimeLimit),
            report(End::MemoryLimit),
            report(End::ProcessLimit),
            report(End::OutputLimit),
            report(End::NotStarted("No such file or directory".into())),
        ];
        for frame in frames {
            let bytes = frame.encode();
            assert_eq!(Frame::decode(&bytes), Some(frame.clone()));
            for length in 0..bytes.len() {
                assert_eq!(Frame::decode(&bytes[..length]), None, "{frame:?}");
            }
        }
    }

    #[test]
    fn what_is_no_frame_is_none() {
        for bytes in [
            &b"thread 'main' panicked at supervisor.rs\nwhy\n"[..],
            b"\x06\0\0\0hello\n",
            b"\x1f\0\0\0ready upwards false false false\n",
            b"\0\0\0\0",
        ] {
            assert_eq!(Frame::decode(bytes), None);
        }
    }

    #[test]
    fn requests_round_trip_one_after_the_other() {
        let runs: [&[&str]; 3] = [&[], &["moves"], &["random", "10", "", "two\nlines"]];
        let args = |words: &[&str]| words.iter().map(Into::into).collect::<Vec<OsString>>();
        let bytes: Vec<u8> = runs
            .iter()
            .flat_map(|words| request(&args(words)))
            .collect();
        let mut line = &bytes[..];
        for words in runs {
            assert_eq!(read_request(&mut line).unwrap(), Some(args(words)));
        }
        assert_eq!(read_request(&mut line).unwrap(), None);
        assert!(read_request(&mut &bytes[4..10]).is_err(), "cut off");
    }

    #[test]
    fn setups_round_trip() {
        let setup = Setup {
            limits: Limits {
                wall: Duration::from_millis(1500),
                cpu: Duration::from_secs(1),
                memory: 1 << 30,
                processes: 3,
                output: 10,
            },
            isolation: Isolation::Subreaper,
            program: Program {
                command: "./mine".into(),
                args: vec!["--".into(), String::new().into(), "two words".into()],
            },
        };
        let args = setup.to_args();
        assert_eq!(Setup::from_args(args.iter().cloned()), Some(setup));
        for length in 0..7 {
            assert_eq!(Setup::from_args(args[..length].iter().cloned()), None);
        }
    }
}
