import Terminal

extension PaletteFit {
  /// More than the rounding errors in an error.
  private static let slack: Float = 1e-6

  /// The best glyph and colors, the cone responses to the resulting light, and the entries.
  ///
  /// - Parameters:
  ///   - unfamiliar: The penalties of entries that the cells around do not have.
  ///   - blurred: The error of the light around the cell; nil if it does not count.
  ///   - recent: The tones that this thread has computed; nil if they are not kept.
  ///   - guess: The group of flat tones that probably has the best one; see `FlatTones.nearest`.
  func choose(
    _ open: Open, _ target: SIMD3<Float>, _ near: PaletteTable.Neighborhoods, _ unfamiliar: EntryPenalties,
    _ blurred: BlurredError?, _ recent: RecentTones?, guess: Int = 0
  ) -> Chosen {
    let wanted = ToneTarget(target, withHueOf: open.lab, table.weights)
    var group = guess
    let flat = near.flats(near: target, in: table).nearest(
      to: wanted, withShades: hasShades, unfamiliar, blurred, isWide: isWide, guess: &group)
    var minimum = flat.error
    var best = (front: flat.tone.front, back: flat.tone.back)
    var glyph: (entry: Int, coverage: Float)?
    let weight = weights.shape / Float(GlyphBank.parts)
    let fringeWeight = weights.fringe
    let groups = near.groups.span
    for lane in 0..<4 where open.entries[lane] > 0 {
      let number = Int(open.entries[lane])
      let sums = SIMD3(open.x[lane], open.y[lane], open.z[lane])
      let (mean, norm) = (bank.entries[number].mean, bank.entries[number].norm)
      let energy = norm * norm
      let slope = sums / energy
      let back = target - slope * mean
      let fronts = table.index(near: back + slope)
      let behind = table.index(near: back)
      let (labs, lights) = (groups[behind].lab, groups[behind].lights)
      let backLight = blurred?.errors(of: lights) ?? .zero
      // Compared with the picture's own colors, without the errors of other cells.
      let own = open.lab - slope * mean
      // Without shades, strange colors are needed to mix others.
      let share: Float = hasShades ? 1 : 0
      let strangeBacks = weights.strangeness(of: labs, over: own, share: share * (1 - mean))
      let strangeFronts = weights.strangeness(of: groups[fronts].lab, over: own + slope, share: share * mean)
      for slot in 0..<8 {
        let color = groups[fronts].lab[slot]
        let (red, blue) = (color.y - labs.y, color.z - labs.z)
        let lightness = Self.shape(color.x - labs.x, sums.x, energy: energy) * weight.x
        let colors =
          Self.shape(red, sums.y, energy: energy) * weight.y + Self.shape(blue, sums.z, energy: energy) * weight.z
        // Two complementary colors would mix to the right gray, but from close up they are colored fringes.
        let (redRest, blueRest) = (red - slope.y, blue - slope.z)
        let fringe = (redRest * redRest + blueRest * blueRest) * fringeWeight + (strangeBacks + strangeFronts[slot])
        var shape = lightness + colors
        if let blurred {
          shape += backLight + blurred.added(by: table.light(at: groups[fronts].indices[slot]), over: lights, lane)
        }
        // The error of the tone, which takes longest to compute, is at least 0.
        guard (fringe + shape).least < minimum + Self.slack else { continue }
        let front = groups[fronts].indices[slot]
        func mix() -> EightColors {
          MixedTones.tones(of: groups[fronts].responses[slot], over: groups[behind].responses, coverage: mean)
        }
        let tones =
          mixed?.tones(of: number, in: front, over: behind)
          ?? recent?.tones(of: number, in: front, over: behind, mix) ?? mix()
        var errors = wanted.errors(of: tones) + fringe + shape
        guard errors.least < minimum else { continue }
        let backs = groups[behind].indices
        if !unfamiliar.isNone { errors += unfamiliar.of(front, over: backs, share: mean) }
        let error = errors.least
        guard error < minimum else { continue }
        minimum = error
        best = (front, backs[errors.firstLane(with: error)])
        glyph = (number, mean)
      }
    }
    let (ink, behind) = (table.color(at: best.front), table.color(at: best.back))
    let entries = SIMD2(best.front, best.back)
    guard let glyph else {
      let isPlain = flat.tone.quarters == 0
      let cell =
        isPlain ? Cell(.blank, background: behind) : Cell(flat.tone.glyph, foreground: ink, background: behind)
      return Chosen(
        cell: cell, shown: table.responses(to: flat.tone), entries: entries, entry: 0, group: group)
    }
    let (front, back) = (table.responses(at: best.front), table.responses(at: best.back))
    let shown = back + (front - back) * glyph.coverage
    if best.front == best.back {
      return Chosen(cell: Cell(.blank, background: behind), shown: shown, entries: entries, entry: 0, group: group)
    }
    return Chosen(
      cell: Cell(bank.entries[glyph.entry].glyph, foreground: ink, background: behind), shown: shown,
      entries: entries, entry: glyph.entry, group: group)
  }

  /// What is drawn in a cell.
  struct Chosen {
    var cell: Cell
    /// The cone responses to its light.
    var shown: SIMD3<Float>
    /// Its palette entries: the glyph's and the background's.
    var entries: SIMD2<Int32>
    /// The bank's entry; 0 for one color and for a shade.
    var entry: Int
    /// The group of the best flat tone.
    var group: Int
  }

  @inline(__always)
  private static func shape(_ slope: SIMD8<Float>, _ sum: Float, energy: Float) -> SIMD8<Float> {
    slope * (slope * energy - 2 * sum)
  }
}
