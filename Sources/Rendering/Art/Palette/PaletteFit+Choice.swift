import Terminal

extension PaletteFit {
  /// More than the rounding errors in an error.
  private static let slack: Float = 1e-6

  /// What a cell should show, and what is known of the cells around it.
  struct Wanted {
    var open: Open
    /// The tone in OKLab: the picture's, and errors of other cells.
    var tone: SIMD3<Float>
    var penalties: EntryPenalties
    /// The error of the light around the cell; nil if it does not count.
    var blurred: BlurredError?
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

  /// A glyph in two palette entries, and its error.
  private struct Candidate {
    var error: Float
    var entry = 0
    var front: Int32 = 0
    var back: Int32 = 0
  }

  /// The best glyph and colors.
  ///
  /// - Parameters:
  ///   - recent: The tones that this thread has computed; nil if they are not kept.
  ///   - guess: The group of flat tones that probably has the best one; see `FlatTones.nearest`.
  func choose(
    _ wanted: Wanted, _ near: PaletteTable.Neighborhoods, _ recent: RecentTones? = nil, guess: Int = 0
  ) -> Chosen {
    let target = ToneTarget(wanted.tone, withHueOf: wanted.open.lab, weights)
    var group = guess
    let flats = wanted.open.grayness == 1 ? near.grayFlats : nil
    let flat = (flats ?? near.flats(near: wanted.tone, in: table)).nearest(
      to: target, withShades: hasShades, wanted.penalties, wanted.blurred, isWide: isWide, guess: &group)
    var best = Candidate(error: flat.error)
    for lane in 0..<4 where wanted.open.entries[lane] > 0 { improve(&best, by: lane, wanted, target, near, recent) }
    return best.entry == 0 ? chosen(flat.tone, group) : chosen(best, group)
  }

  /// Replaces a candidate by the best colors of a glyph, if they are better.
  ///
  /// - Parameter lane: The number of the glyph among the cell's.
  private func improve(
    _ best: inout Candidate, by lane: Int, _ wanted: Wanted, _ target: ToneTarget, _ near: PaletteTable.Neighborhoods,
    _ recent: RecentTones?
  ) {
    let open = wanted.open
    let number = Int(open.entries[lane])
    let sums = SIMD3(open.x[lane], open.y[lane], open.z[lane])
    let (mean, norm) = (bank.entries[number].mean, bank.entries[number].norm)
    let energy = norm * norm
    let slope = sums / energy
    let back = wanted.tone - slope * mean
    let groups = near.groups.span
    let grays = open.grayness == 1 ? near.grays : nil
    let (fronts, behind) = (grays ?? table.index(near: back + slope), grays ?? table.index(near: back))
    let (labs, lights) = (groups[behind].lab, groups[behind].lights)
    let backLight = wanted.blurred?.errors(of: lights) ?? .zero
    // Compared with the picture's own colors, without the errors of other cells.
    let own = open.lab - slope * mean
    // Without shades, other colors are needed to mix the picture's.
    let share: Float = hasShades ? 1 : 0
    let backErrors = weights.colorErrors(of: labs, over: own, share: share * (1 - mean))
    let frontErrors = weights.colorErrors(of: groups[fronts].lab, over: own + slope, share: share * mean)
    let weight = weights.shape / Float(GlyphBank.parts)
    for slot in 0..<(grays == nil ? weights.fronts : near.grayCount) {
      let front = groups[fronts].indices[slot]
      let color = groups[fronts].lab[slot]
      let (red, blue) = (color.y - labs.y, color.z - labs.z)
      // Two complementary colors would mix to the right gray, but from close up they are colored fringes.
      let (redRest, blueRest) = (red - slope.y, blue - slope.z)
      var shape = (redRest * redRest + blueRest * blueRest) * weights.fringe + (backErrors + frontErrors[slot])
      shape += self.shape(color.x - labs.x, sums.x, energy: energy) * weight.x
      shape += self.shape(red, sums.y, energy: energy) * weight.y
      shape += self.shape(blue, sums.z, energy: energy) * weight.z
      if let blurred = wanted.blurred {
        shape += backLight + blurred.added(by: table.light(at: front), over: lights, lane)
      }
      // The error of the tone, which takes longest to compute, is at least 0.
      guard shape.least < best.error + Self.slack else { continue }
      func mix() -> EightColors {
        RecentTones.mixed(of: groups[fronts].responses[slot], over: groups[behind].responses, coverage: mean)
      }
      let tones = recent?.tones(of: number, in: front, over: behind, mix) ?? mix()
      var errors = target.errors(of: tones) + shape
      guard errors.least < best.error else { continue }
      let backs = groups[behind].indices
      if !wanted.penalties.isNone { errors += wanted.penalties.of(front, over: backs, share: mean) }
      let error = errors.least
      guard error < best.error else { continue }
      best = Candidate(error: error, entry: number, front: front, back: backs[errors.firstLane(with: error)])
    }
  }

  private func chosen(_ tone: FlatTones.Tone, _ group: Int) -> Chosen {
    let (ink, behind) = (table.color(at: tone.front), table.color(at: tone.back))
    let cell =
      tone.quarters == 0
      ? Cell(.blank, background: behind) : Cell(tone.glyph, foreground: ink, background: behind)
    return Chosen(
      cell: cell, shown: table.responses(to: tone), entries: SIMD2(tone.front, tone.back), entry: 0, group: group)
  }

  private func chosen(_ best: Candidate, _ group: Int) -> Chosen {
    let (front, back) = (table.responses(at: best.front), table.responses(at: best.back))
    let shown = back + (front - back) * bank.entries[best.entry].mean
    let (ink, behind) = (table.color(at: best.front), table.color(at: best.back))
    let isPlain = best.front == best.back
    let cell =
      isPlain
      ? Cell(.blank, background: behind)
      : Cell(bank.entries[best.entry].glyph, foreground: ink, background: behind)
    return Chosen(
      cell: cell, shown: shown, entries: SIMD2(best.front, best.back), entry: isPlain ? 0 : best.entry, group: group)
  }

  /// The error of a shape in a plane of color. Contrast beyond the picture's counts less than a lack of it, so that
  /// faint contours are drawn.
  @inline(__always)
  private func shape(_ slope: SIMD8<Float>, _ sum: Float, energy: Float) -> SIMD8<Float> {
    slope * (slope * (energy * weights.excess) - 2 * sum)
  }
}
