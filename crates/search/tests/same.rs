//! The search finds what exhaustive play finds: on all small positions of games, and on random finite games.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use grundy_brute::{
    Memo, Rules, See, Space, bounded::Bounded, gra::Gra, kamyki::Kamyki, nim::Nim, octal::Octal,
    staircase::Staircase,
};
use grundy_search::{Search, Table, Unfinished, unwatched};
use proptest::prelude::*;

/// Compares values and outcomes of positions, each from what was found for those before it and from nothing.
fn compare<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>)
where
    R: Rules<Position: Ord + Send + Sync> + Clone + Sync,
{
    let mut memo = Memo::new(rules.clone());
    let kept = Table::new(0);
    let mut compared = 0;
    for position in positions {
        memo.find(&position).unwrap();
        let known = memo.known(&position).unwrap();
        for table in [&kept, &Table::new(0)] {
            let search = Search {
                rules,
                table,
                jobs: 1,
            };
            if compared % 2 == 0 {
                let found = search.outcome(&position, &mut unwatched);
                assert_eq!(found, Ok(known.outcome), "{position:?}");
            }
            let found = search.value(&position, &mut unwatched);
            assert_eq!(found.ok(), known.grundy, "{position:?}");
        }
        compared += 1;
    }
    assert!(compared > 0, "no position was compared");
}

fn compare_sizes<R>(rules: &R, up_to: u32)
where
    R: Space<Position: Ord + Send + Sync> + Clone + Sync,
{
    compare(rules, (0..=up_to).flat_map(|size| rules.of_size(size)));
}

#[test]
fn all_small_positions_of_the_games() {
    compare_sizes(&Nim, 7);
    compare_sizes(&Bounded, 7);
    compare_sizes(&Staircase, 7);
    compare_sizes(&Kamyki, 8);
    compare_sizes(&Gra, 8);
    compare_sizes(&Octal::read("0.77").unwrap(), 8);
}

#[test]
fn values_beyond_64_bits_of_the_table() {
    let table = Table::new(1 << 20);
    let search = Search {
        rules: &Nim,
        table: &table,
        jobs: 1,
    };
    for heaps in [vec![63], vec![64], vec![130], vec![70, 3], vec![66, 66]] {
        let value = heaps.iter().fold(0, |sum, heap| sum ^ *heap as u32);
        assert_eq!(search.value(&heaps, &mut unwatched), Ok(value), "{heaps:?}");
    }
}

/// A game by a table: for each position its options, each with the parts of which it is the sum. Every position has a mirror
/// image, the number after the last one and more.
#[derive(Clone, Debug)]
struct Listed(Vec<Vec<Vec<u32>>>);

impl Listed {
    /// A position, and whether it is the mirror image of itself as the table has it.
    fn image(&self, position: u32) -> (u32, bool) {
        let len = self.0.len() as u32;
        (position % len, position >= len)
    }
}

impl Rules for Listed {
    type Position = Vec<u32>;
    type Move = usize;

    fn each_move(&self, position: &Vec<u32>, see: See<'_, Self>) {
        let &[position] = &position[..] else {
            return;
        };
        let (position, is_mirrored) = self.image(position);
        for (a_move, option) in self.0[position as usize].iter().enumerate() {
            let image = |part: &u32| part + u32::from(is_mirrored) * self.0.len() as u32;
            see(a_move, &option.iter().map(image).collect());
        }
    }

    fn parts(&self, position: &Vec<u32>) -> Vec<Vec<u32>> {
        match position.len() {
            0 | 1 => Vec::new(),
            _ => position.iter().map(|&part| vec![part]).collect(),
        }
    }

    fn canonical(&self, position: &Vec<u32>) -> Vec<u32> {
        position.iter().map(|&part| self.image(part).0).collect()
    }

    fn weight(&self, position: &Vec<u32>) -> u64 {
        position
            .iter()
            .map(|&part| u64::from(self.image(part).0) % 5)
            .sum()
    }
}

/// Options lead to positions with smaller numbers.
fn tables() -> impl Strategy<Value = Listed> {
    let part = (any::<u32>(), any::<bool>());
    let option = prop::collection::vec(part, 0..=4);
    let options = prop::collection::vec(option, 0..=6);
    prop::collection::vec(options, 1..=14).prop_map(|positions| {
        let len = positions.len() as u32;
        let positions = positions.into_iter().zip(0..);
        let positions = positions.map(|(options, number)| {
            let part =
                |(at, is_mirrored): (u32, bool)| at % number.max(1) + u32::from(is_mirrored) * len;
            let options = options.into_iter().take(if number == 0 { 0 } else { 6 });
            options
                .map(|parts| parts.into_iter().map(part).collect())
                .collect()
        });
        Listed(positions.collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn random_tables(table in tables(), sum in prop::collection::vec(any::<u32>(), 2..5)) {
        let len = 2 * table.0.len() as u32;
        let sum = sum.into_iter().map(|part| part % len).collect();
        compare(&table, (0..len).map(|position| vec![position]).chain([sum]));
    }
}

/// Rules that are slow, so that the other threads begin.
#[derive(Clone)]
struct Slow(Listed);

impl Rules for Slow {
    type Position = Vec<u32>;
    type Move = usize;

    fn each_move(&self, position: &Vec<u32>, see: See<'_, Self>) {
        thread::sleep(Duration::from_millis(30));
        self.0
            .each_move(position, &mut |a_move, next| see(a_move, next));
    }

    fn parts(&self, position: &Vec<u32>) -> Vec<Vec<u32>> {
        self.0.parts(position)
    }

    fn canonical(&self, position: &Vec<u32>) -> Vec<u32> {
        self.0.canonical(position)
    }
}

/// A part is twice in an option; positions are asked from the last one.
#[test]
fn several_threads_find_the_same() {
    // Each position leads to those with smaller numbers, to some of them in pairs.
    let options =
        |number: u32| (0..number).map(move |next| vec![next, number * next % 7 % number, next / 2]);
    let table = Listed((0..16).map(|number| options(number).collect()).collect());
    let mut memo = Memo::new(table.clone());
    for position in [14, 15] {
        let position = vec![position];
        let expected = memo.value(&position).grundy;
        let search = Search {
            rules: &Slow(table.clone()),
            table: &Table::new(0),
            jobs: 4,
        };
        assert_eq!(search.value(&position, &mut unwatched), Ok(expected));
    }
}

/// A heap from which one stone is taken, and one to which a stone comes back from no stones.
#[derive(Clone)]
struct Endless;

impl Rules for Endless {
    type Position = u32;
    type Move = u32;

    fn each_move(&self, heap: &u32, see: See<'_, Self>) {
        see(0, &heap.checked_sub(1).unwrap_or(1));
    }
}

#[test]
fn a_line_without_an_end_is_an_error() {
    let search = Search {
        rules: &Endless,
        table: &Table::new(1 << 20),
        jobs: 2,
    };
    assert_eq!(search.value(&3, &mut unwatched), Err(Unfinished::TooDeep));
}

#[test]
fn a_search_is_stopped_and_goes_on_with_its_table() {
    // Too much for a table of the smallest size.
    let heaps = vec![40; 9]
        .into_iter()
        .enumerate()
        .map(|(at, heap)| heap + at as u64)
        .collect();
    let search = Search {
        rules: &Nim,
        table: &Table::new(0),
        jobs: 2,
    };
    let mut looks = 0;
    let stopped = search.value(&heaps, &mut |progress| {
        looks += 1;
        assert!(progress.listed > 0);
        ControlFlow::Break(())
    });
    assert_eq!((stopped, looks > 0), (Err(Unfinished::Stopped), true));
    assert!(search.table.replaced() > 0);

    let (small, table) = (vec![20, 21], Table::new(1 << 24));
    let search = Search {
        rules: &Nim,
        table: &table,
        jobs: 1,
    };
    assert_eq!(search.value(&small, &mut unwatched), Ok(1));
    let mut file = Vec::new();
    table.write("nim 1", &mut file).unwrap();
    // A table that has the answer asks the rules for nothing.
    let again = Table::new(1 << 24);
    again.read("nim 1", &mut &file[..]).unwrap();
    let search = Search {
        rules: &Unlisted,
        table: &again,
        jobs: 1,
    };
    assert_eq!(search.value(&small, &mut unwatched), Ok(1));
    for (of, file, says) in [
        ("nim 2", &file[..], "another game"),
        ("nim 1", &file[..50], "breaks off"),
        ("nim 1", b"grundy", "breaks off"),
        ("nim 1", b"not the table of a search", "no table"),
    ] {
        let error = again.read(of, &mut &file[..]).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
}

/// Rules that nothing asks for moves.
struct Unlisted;

impl Rules for Unlisted {
    type Position = Vec<u64>;
    type Move = ();

    fn each_move(&self, position: &Vec<u64>, _: See<'_, Self>) {
        panic!("{position:?} was listed");
    }
}
