//! A picture as a PNG file.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

use super::{Anchor, Colour, Picture, Shape, Style};

/// Pixels a unit.
const SCALE: f64 = 2.0;
const FONT: RasterHeight = RasterHeight::Size24;

type Rgb = [u8; 3];

pub fn file(picture: &Picture) -> Vec<u8> {
    let mut canvas = Canvas::new(picture.size);
    for shape in &picture.shapes {
        canvas.draw(shape);
    }
    canvas.encode()
}

/// The pixels, row by row.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Rgb>,
}

impl Canvas {
    fn new((width, height): (f64, f64)) -> Self {
        let [width, height] = [width, height].map(|length| (SCALE * length) as usize);
        Self {
            width,
            height,
            pixels: vec![[255; 3]; width * height],
        }
    }

    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Box {
                colour,
                corner,
                size,
            } => {
                let from = pixels(*corner);
                let to = pixels((corner.0 + size.0, corner.1 + size.1));
                self.fill(of(*colour), from, to);
            }
            Shape::Dots {
                colour,
                radius,
                places,
            } => {
                for &(x, y) in places {
                    self.dot(of(*colour), (x.into(), y.into()), SCALE * radius);
                }
            }
            Shape::Text {
                style,
                anchor,
                place,
                text,
            } => {
                let width =
                    signed(text.chars().count() * get_raster_width(FontWeight::Regular, FONT));
                let (x, y) = pixels(*place);
                let left = match anchor {
                    Anchor::Start => x,
                    Anchor::Middle => x - width / 2,
                    Anchor::End => x - width,
                };
                self.write(*style, (left, y - signed(FONT.val()) / 2), text);
            }
        }
    }

    fn fill(&mut self, colour: Rgb, from: (i64, i64), to: (i64, i64)) {
        for y in from.1..to.1 {
            for x in from.0..to.0 {
                self.blend((x, y), colour, 255);
            }
        }
    }

    /// A round dot with a soft edge. The place is that of half a unit, which is one pixel.
    fn dot(&mut self, colour: Rgb, (x, y): (i64, i64), radius: f64) {
        let reach = radius.ceil() as i64 + 1;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let distance = f64::hypot(dx as f64, dy as f64);
                let share = (radius + 0.5 - distance).clamp(0.0, 1.0);
                self.blend((x + dx, y + dy), colour, (255.0 * share) as u8);
            }
        }
    }

    fn write(&mut self, style: Style, (left, top): (i64, i64), text: &str) {
        let (weight, colour) = match style {
            Style::Title => (FontWeight::Bold, [0x1c, 0x21, 0x28]),
            Style::Plain => (FontWeight::Regular, [0x1c, 0x21, 0x28]),
            Style::Note => (FontWeight::Regular, [0x59, 0x63, 0x6e]),
        };
        let mut left = left;
        for character in text.chars() {
            let raster =
                get_raster(character, weight, FONT).or_else(|| get_raster('?', weight, FONT));
            let Some(raster) = raster else { continue };
            for (y, row) in (top..).zip(raster.rows()) {
                for (x, &share) in (left..).zip(row) {
                    self.blend((x, y), colour, share);
                }
            }
            left += signed(raster.width());
        }
    }

    /// Mixes a colour into a pixel, `share` 255ths of it; nothing outside of the picture.
    fn blend(&mut self, (x, y): (i64, i64), colour: Rgb, share: u8) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
            return;
        };
        if x >= self.width || y >= self.height {
            return;
        }
        let pixel = &mut self.pixels[y * self.width + x];
        for (old, new) in pixel.iter_mut().zip(colour) {
            let (share, kept) = (u32::from(share), u32::from(255 - share));
            *old = ((u32::from(*old) * kept + u32::from(new) * share) / 255) as u8;
        }
    }

    fn encode(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(self.pixels.as_flattened())?;
            writer.finish()
        });
        written.expect("memory takes an image of the announced size");
        file
    }
}

fn pixels((x, y): (f64, f64)) -> (i64, i64) {
    ((SCALE * x).round() as i64, (SCALE * y).round() as i64)
}

fn signed(pixels: usize) -> i64 {
    i64::try_from(pixels).unwrap_or(i64::MAX)
}

fn of(colour: Colour) -> Rgb {
    match colour {
        Colour::Page => [0xff, 0xff, 0xff],
        Colour::Grid => [0xe1, 0xe5, 0xea],
        Colour::Shade => [0xcf, 0xe8, 0xdc],
        Colour::Value => [0x0b, 0x62, 0xa8],
        Colour::Lost => [0xb8, 0x50, 0x0a],
    }
}
