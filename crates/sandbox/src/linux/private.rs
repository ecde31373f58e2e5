//! Private folders for temporary files.
//!
//! Programs in different PID namespaces have the same process numbers, and some programs name files in `/tmp` after
//! their number: two Java machines with the same number block each other. Therefore an overlay file system covers
//! each folder for temporary files. It shows the real folder, and stores what the sandbox writes in a private file
//! system in memory. After a run that has written there, the next run gets a new overlay. Other file systems in memory
//! are read-only, because what is written there is memory that no limit counts.

use rustix::fd::{AsFd as _, OwnedFd};
use rustix::fs::{Mode, OFlags, fstatvfs, statvfs};
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_change,
    mount_remount, unmount,
};
use std::collections::BTreeMap;
use std::ffi::{CString, OsStr};
use std::fs;
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// The folders for temporary files, in addition to `TMPDIR`.
const PLACES: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];
/// The most files that a run may have in these folders, so that going through them does not take long.
const FILES: u64 = 1 << 16;
/// The types of file systems that store files in memory.
const IN_MEMORY: [&str; 4] = ["tmpfs", "devtmpfs", "ramfs", "hugetlbfs"];

/// Hides all later mounts of this process from processes outside. This process must be in its own mount namespace.
pub(super) fn make_mounts_private() -> io::Result<()> {
    let flags = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    Ok(mount_change("/", flags)?)
}

/// The private folders of this process and its descendants.
#[derive(Debug)]
pub(super) struct Private {
    places: Vec<Place>,
    /// The size of the file system in memory, in bytes.
    size: u64,
    /// Whether this is not the initial user namespace. Overlays then store their metadata under other attribute
    /// names.
    in_user_namespace: bool,
    mounted: Option<Mounted>,
    /// Whether programs can write to no file system in memory but to the private one.
    pub is_all: bool,
    /// The paths of all mounts, in the order in which they were made.
    covered: Vec<PathBuf>,
}

/// A folder and the mount points below it.
#[derive(Debug)]
struct Place {
    path: PathBuf,
    outside: OwnedFd,
    mounts: Vec<(PathBuf, OwnedFd)>,
}

#[derive(Debug)]
struct Mounted {
    memory: OwnedFd,
    /// The private parts of the folders, and a new folder that does not exist outside.
    uppers: Vec<PathBuf>,
    /// The state before the first program ran.
    fresh: Vec<(u64, i64, i64)>,
}

impl Private {
    /// Covers the folders. After an error no folder is covered.
    pub fn new(size: u64) -> io::Result<Self> {
        // The initial user namespace maps all user numbers to themselves.
        let users = fs::read_to_string("/proc/self/uid_map")?;
        let in_user_namespace = !users.split_whitespace().eq(["0", "0", "4294967295"]);
        let mounts = mount_points()?;
        let is_all = protect(&mounts);
        let mut private = Self {
            places: places(&mounts)?,
            size,
            in_user_namespace,
            mounted: None,
            is_all,
            covered: Vec::new(),
        };
        private.cover()?;
        Ok(private)
    }

    /// Returns the folder for whatever programs of the present run write.
    pub fn home(&self) -> Option<&Path> {
        Some(self.mounted.as_ref()?.uppers.last()?)
    }

    /// Returns the number of bytes that programs have written to the folders.
    pub fn written(&self) -> u64 {
        let used = |mounted: &Mounted| {
            let state = fstatvfs(&mounted.memory).ok()?;
            Some((state.f_blocks - state.f_bfree) * state.f_frsize)
        };
        self.mounted.as_ref().and_then(used).unwrap_or(0)
    }

    /// Discards what programs have written to the folders.
    pub fn renew(&mut self) -> io::Result<()> {
        let is_fresh = |mounted: &Mounted| {
            let state = state(&mounted.memory, &mounted.uppers);
            state.is_ok_and(|state| state == mounted.fresh)
        };
        if self.mounted.as_ref().is_some_and(is_fresh) {
            return Ok(());
        }
        self.cover()
    }

    /// Covers the folders with new, empty overlays.
    fn cover(&mut self) -> io::Result<()> {
        // If the current folder is below a covered folder, this process must enter it again to see the new overlay.
        // Its path must be read before the old overlay is unmounted.
        let here = std::env::current_dir();
        self.uncover();
        let covered = self.try_cover();
        if covered.is_err() {
            self.uncover();
        }
        if let Ok(here) = here {
            let _ = std::env::set_current_dir(here);
        }
        covered
    }

    fn try_cover(&mut self) -> io::Result<()> {
        let first = self.places.first().ok_or(io::ErrorKind::NotFound)?;
        let size = format!("size={},nr_inodes={FILES},mode=755", self.size);
        let safe = MountFlags::NOSUID | MountFlags::NODEV;
        // The overlay of the first folder hides this mount.
        mount("grundy", &first.path, "tmpfs", safe, &*text(size)?)?;
        self.covered.push(first.path.clone());
        let memory = open(&first.path)?;
        let root = through(&memory);
        let mut uppers = Vec::new();
        for (i, place) in self.places.iter().enumerate() {
            let (upper, work) = (root.join(format!("u{i}")), root.join(format!("w{i}")));
            let outside = through(&place.outside);
            fs::create_dir(&upper)?;
            fs::create_dir(&work)?;
            let like = fs::metadata(outside.join("."))?;
            fs::set_permissions(&upper, fs::Permissions::from_mode(like.mode() & 0o7777))?;
            // Without root this fails, or the folder has this owner already.
            let _ = std::os::unix::fs::chown(&upper, Some(like.uid()), Some(like.gid()));
            let mut options = format!(
                "lowerdir={},upperdir={},workdir={}",
                outside.display(),
                upper.display(),
                work.display()
            );
            if self.in_user_namespace {
                options += ",userxattr";
            }
            mount("grundy", &place.path, "overlay", safe, &*text(options)?)?;
            self.covered.push(place.path.clone());
            for (path, outside) in &place.mounts {
                mount_bind(through(outside), path)?;
                self.covered.push(path.clone());
            }
            uppers.push(upper);
        }
        let in_tmp = self.places.iter().find(|place| place.path.ends_with("tmp"));
        let within = &in_tmp.unwrap_or(first).path;
        let mut homes = (0..FILES).map(|number| within.join(format!("grundy-{number}")));
        let is_new = |home: &PathBuf| fs::symlink_metadata(home).is_err();
        let home = homes.find(is_new).ok_or(io::ErrorKind::AlreadyExists)?;
        fs::create_dir(&home)?;
        uppers.push(home);
        let fresh = state(&memory, &uppers)?;
        self.mounted = Some(Mounted {
            memory,
            uppers,
            fresh,
        });
        Ok(())
    }

    /// Unmounts everything that covers the folders, the last mount first.
    fn uncover(&mut self) {
        self.mounted = None;
        while let Some(path) = self.covered.pop() {
            // No process is left in the folder. If it cannot be unmounted, the next mount covers it.
            let _ = unmount(path, UnmountFlags::DETACH);
        }
    }
}

/// Returns a value that changes when a program writes to a folder.
fn state(memory: &OwnedFd, uppers: &[PathBuf]) -> io::Result<Vec<(u64, i64, i64)>> {
    let mut state = vec![(fstatvfs(memory)?.f_ffree, 0, 0)];
    for upper in uppers {
        let data = fs::metadata(upper)?;
        state.push((data.ino(), data.ctime(), data.ctime_nsec()));
    }
    Ok(state)
}

/// Returns the existing folders, without those inside another of them.
fn places(mounts: &BTreeMap<PathBuf, String>) -> io::Result<Vec<Place>> {
    let set = std::env::var_os("TMPDIR").map(PathBuf::from);
    let paths = PLACES.iter().map(PathBuf::from).chain(set);
    let mut found: Vec<PathBuf> = paths
        .filter_map(|path| path.canonicalize().ok())
        .filter(|path| path.is_dir() && path.parent().is_some())
        .collect();
    found.sort();
    found.dedup_by(|inner, outer| inner.starts_with(outer));
    let place = |path: PathBuf| {
        let below = mounts
            .keys()
            .filter(|mount| mount.starts_with(&path) && **mount != path)
            .map(|mount| Ok((mount.clone(), open(mount)?)))
            .collect::<io::Result<_>>()?;
        Ok(Place {
            outside: open(&path)?,
            mounts: below,
            path,
        })
    };
    found.into_iter().map(place).collect()
}

/// Makes all file systems in memory read-only, except those of the folders that will be covered. Returns whether no other
/// one can be written to.
fn protect(mounts: &BTreeMap<PathBuf, String>) -> bool {
    let in_memory = mounts.iter().filter(|(path, kind)| {
        IN_MEMORY.contains(&kind.as_str()) && !PLACES.iter().any(|place| *path == Path::new(place))
    });
    let mut is_all = true;
    for (path, _) in in_memory {
        if path.parent().is_none() {
            // Programs may write beside themselves.
            is_all = false;
            continue;
        }
        let done = statvfs(path).and_then(|now| {
            // The flags of a mount have the same numbers, and it has to keep them.
            let flags = MountFlags::from_bits_truncate(now.f_flag.bits() as u32);
            mount_remount(path, flags | MountFlags::BIND | MountFlags::RDONLY, c"")
        });
        // A mount below the covered part of another one is out of reach.
        is_all &= matches!(done, Ok(()) | Err(Errno::INVAL));
    }
    is_all
}

/// Returns all mount points with the types of their file systems, outer folders first. One with a blank in its path has another name here, so that no folder
/// above it can be covered.
fn mount_points() -> io::Result<BTreeMap<PathBuf, String>> {
    let text = fs::read("/proc/self/mountinfo")?;
    let points = text.split(|&byte| byte == b'\n').filter_map(|line| {
        let mut words = line.split(|&byte| byte == b' ');
        let point = words.nth(4)?;
        let kind = words.skip_while(|&word| word != b"-").nth(1)?;
        let kind = String::from_utf8_lossy(kind).into_owned();
        Some((OsStr::from_bytes(point).into(), kind))
    });
    // Of several mounts at one point the last one is visible.
    Ok(points.collect())
}

fn open(path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path, flags, Mode::empty())?)
}

/// Returns a path to an open file or folder that works even if a mount covers it.
fn through(open: &OwnedFd) -> PathBuf {
    format!("/proc/self/fd/{}", open.as_fd().as_raw_fd()).into()
}

fn text(options: String) -> io::Result<CString> {
    CString::new(options).map_err(io::Error::other)
}
