//! The numbering of each game's positions: without repetition, in an order in which every move leads back, and as many as the
//! formula of the space has.

use grundy_brute::{
    Space,
    bounded::{self, Bounded},
    constrained::{self, Constrained},
    gra::{self, Gra},
    kamyki::Kamyki,
    nim::Nim,
    octal::Octal,
    staircase::Staircase,
};

/// Goes through all positions up to a size: indices and positions belong together one to one, and
/// moves lead to earlier positions or end the game outside the space. Returns how many there were.
fn check_numbering<S: Space>(space: &S, up_to: u32) -> u64 {
    let mut compared = 0;
    for size in 0..=up_to {
        let mut index = 0;
        for position in space.of_size(size) {
            let here = (size, index);
            assert_eq!(space.index(&position), Some(here), "{position:?}");
            let mut moves: Vec<S::Move> = Vec::new();
            for (a_move, next) in space.moves(&position) {
                assert!(!moves.contains(&a_move), "{position:?}: {a_move:?} twice");
                moves.push(a_move);
                match space.index(&next) {
                    Some(there) => assert!(there < here, "{position:?} to {next:?}"),
                    None => assert!(space.moves(&next).is_empty(), "{next:?}"),
                }
            }
            index += 1;
        }
        assert_eq!(index, space.positions(size));
        compared += index;
    }
    assert_eq!(space.positions(S::LARGEST_SIZE + 1), u64::MAX);
    // The last positions of the largest size are numbered without overflow.
    let last = space.positions(S::LARGEST_SIZE) - 1;
    let position = space.position(S::LARGEST_SIZE, last);
    assert!(space.of_size(S::LARGEST_SIZE).next().is_some());
    assert_eq!(space.index(&position), Some((S::LARGEST_SIZE, last)));
    compared
}

#[test]
fn numbering() {
    assert_eq!(check_numbering(&Gra, 13), 8178);
    assert_eq!(check_numbering(&Nim, 13), 8191);
    assert_eq!(check_numbering(&Bounded, 13), 8178);
    assert_eq!(check_numbering(&Staircase, 13), 8191);
    assert_eq!(check_numbering(&Kamyki, 13), 8191);
    assert_eq!(check_numbering(&Constrained, 4), 1024 * (4 + 16 + 64));
    // With moves that take nothing, and moves that leave three heaps.
    for code in ["0.77", "4!.3", "c.0f!", "subtract:squares"] {
        let octal = Octal::read(code).unwrap();
        assert_eq!(check_numbering(&octal, 11), 2047);
    }
}

fn check_outside<S: Space>(space: &S, positions: impl IntoIterator<Item = S::Position>) {
    for position in positions {
        assert_eq!(space.index(&position), None, "{position:?}");
    }
}

#[test]
fn outside_the_space() {
    let heaps = [
        vec![],
        vec![u64::MAX],
        vec![u64::MAX; 2],
        vec![64],
        vec![0; 65],
    ];
    check_outside(&Nim, heaps);
    check_outside(&Kamyki, [vec![], vec![2, 1]]);
    let kayles = Octal::read("0.77").unwrap();
    let heaps = [vec![], vec![0], vec![1, 0, 2], vec![65], vec![u64::MAX, 1]];
    check_outside(&kayles, heaps);
    let bounded = [
        (0, vec![1]),
        (1, vec![]),
        (63, vec![1]),
        (u64::MAX, vec![1]),
    ];
    check_outside(
        &Bounded,
        bounded.map(|(limit, heaps)| bounded::Position { limit, heaps }),
    );
    let gra = [(5, vec![]), (5, vec![1, 5]), (65, vec![1])];
    check_outside(&Gra, gra.map(|(m, squares)| gra::Position { m, squares }));
    let constrained = |forbidden: &[(u64, u64)], heaps: &[u64]| constrained::Position {
        limit: forbidden.iter().copied().collect(),
        heaps: heaps.to_vec(),
    };
    let heaps = [&[][..], &[1, 0], &[1; 4], &[10]];
    check_outside(
        &Constrained,
        heaps.map(|heaps| constrained(&[(1, 1)], heaps)),
    );
    let pairs = [(10, 1), (2, 3), (2, 0), (0, 0)];
    check_outside(&Constrained, pairs.map(|pair| constrained(&[pair], &[1])));
    // A set of pairs has no order.
    let orders = [[(1, 1), (2, 2)], [(2, 2), (1, 1)]];
    let [first, second] = orders.map(|pairs| Constrained.index(&constrained(&pairs, &[1])));
    assert!(first.is_some() && first == second);
}
