#ifndef C_GLYPHS_H
#define C_GLYPHS_H

// A cell's samples as the search for its shape needs them, and that search, in vectors of eight numbers if `wide` (see `CProcessor`). The results
// are the same without them: the same numbers are multiplied and added in the same order.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The weights of the planes in which cells are compared: in luma those of red, green and blue, and that of the color differences.
struct tui_planes {
  float red, green, blue, chroma;
};

/// Fills three planes of a cell, one after another: in each 32 samples minus their mean, then 16 sums of horizontal pairs, then 8 sums of
/// 2×2 blocks. Returns whether no sample is empty.
///
/// `samples` are 8 rows of 4 pixels of four 16-bit channels, each row `width` pixels after the previous one, and `encoded` the 8-bit
/// values of all 16-bit ones. The planes are luma and the differences of red and of blue from green. `mean` and `energy` are three floats
/// each: the means, and the sums of squares of what is left.
bool tui_cell_load(bool wide, const void *_Nonnull samples, ptrdiff_t width, const uint8_t *_Nonnull encoded,
                   struct tui_planes weights, float *_Nonnull planes, void *_Nonnull mean,
                   void *_Nonnull energy);

/// Converts a cell of 32 samples of four 16-bit channels, linear light, into OKLab; empty samples are those of `behind`.
///
/// `lab` are twelve vectors: for each eight samples, their lightness, red and blue. `total` are three floats, the sums of the cone responses,
/// and `points` eight, the luminance of the cell's 2×4 points.
void tui_cell_lab(bool wide, const void *_Nonnull samples, const void *_Nonnull behind, void *_Nonnull lab,
                  void *_Nonnull total, void *_Nonnull points);

/// Sets three floats to the sums of the products of a shape's coverage, which are 32 floats, and the samples of each plane.
void tui_cell_correlate(bool wide, const float *_Nonnull planes, const void *_Nonnull coverage, void *_Nonnull sums);

/// Shapes that are represented by equally many numbers, in groups of eight.
struct tui_glyphs {
  /// For each group, as many vectors of eight weights as there are sums.
  const void *_Nonnull weights;
  /// The same times 16384 as 16-bit integers: for each group, and for each two sums, eight pairs.
  const void *_Nonnull rounded;
  /// The number of sums that represent a cell: 8, 16 or 32.
  ptrdiff_t sums;
  ptrdiff_t eights;
  /// The number of the first shape.
  int32_t first;
};

/// Returns the number of the shape that lowers a cell's error most; of equal ones the first, and 0 if none does.
///
/// Color planes with less than 1/64 of the luma's energy are ignored. Gains in three planes are estimated from rounded numbers, and computed
/// only where another shape may gain as much.
int32_t tui_cell_best(bool wide, const float *_Nonnull planes, const void *_Nonnull energy,
                      const struct tui_glyphs *_Nonnull levels, ptrdiff_t count);

/// Finds the best shape of each of eight lanes, in the same planes: `gain` are eight floats, the amounts by which they lower the error, or
/// 0, and `numbers` eight 32-bit integers, those of the first shapes of their groups.
void tui_cell_candidates(bool wide, const float *_Nonnull planes, const void *_Nonnull energy,
                         const struct tui_glyphs *_Nonnull levels, ptrdiff_t count, void *_Nonnull gain,
                         void *_Nonnull numbers);

/// Eight cells and their shapes: the means of the planes, the sums of the products with the shape's coverage, and the energy of the luma;
/// for the shape, the root of the sum of squares of its coverage minus its mean, or 0 if it is empty, and that mean.
struct tui_chosen {
  float means[3][8], sums[3][8], energies[8], norms[8], averages[8];
};

/// Sets one of eight cells, from what tui_cell_load returns, and its shape.
void tui_cell_keep(bool wide, const float *_Nonnull planes, const void *_Nonnull mean, float energy,
                   const void *_Nonnull coverage, float norm, float average, ptrdiff_t lane,
                   struct tui_chosen *_Nonnull chosen);

/// The share of the contrast lost to averaging that colors make up for, and the maximum factor by which theirs is raised.
struct tui_contrast_boost {
  float share, maximum;
};

/// Sets eight 32-bit integers each to the encoded colors 0xRRGGBB of the shapes and behind them: those with the least error, with some more
/// contrast. The planes are those of tui_cell_load with the same weights.
void tui_cell_colors(bool wide, const struct tui_chosen *_Nonnull chosen, struct tui_planes weights,
                     struct tui_contrast_boost how, void *_Nonnull front, void *_Nonnull back);

/// How half blocks are drawn.
struct tui_halves {
  /// The weight of the color differences.
  float chroma;
  /// The share of the lost contrast that the two colors make up for, and the maximum factor by which theirs is raised.
  float contrast_boost, maximum_boost;
};

/// Finds the halves and colors of `count` cells side by side, at most eight: those with the least error, with some more contrast.
///
/// `samples` are 4 rows of 4 pixels for each cell, and `encoded` is as in tui_cell_load. The results are eight 32-bit integers each: the
/// encoded colors 0xRRGGBB of the first halves (above, or on the left) and of the second ones, and not 0 where they are side by side.
///
/// Returns a bit for each cell that has no empty sample. The results of others mean nothing.
uint32_t tui_half_cells(bool wide, const void *_Nonnull samples, ptrdiff_t width, ptrdiff_t count,
                        const uint8_t *_Nonnull encoded, struct tui_halves how, void *_Nonnull first,
                        void *_Nonnull second, void *_Nonnull is_across);

/// What is wanted of one cell besides the blurred ink around it, for glyphs that are chosen together.
struct tui_halftone_cell {
  /// Twice the wanted ink of the strokes at each sample, minus its mean, column by column, times their weight.
  float strokes[32];
  /// The weight of a squared difference from the strokes.
  float stroke_weight;
  /// The penalty of glyphs that are not calm.
  float calmness;
  /// The ink of the cell, 0…1, and the weight of a squared difference from it.
  float ink, ink_weight;
};

/// How a cell's target is weighted: the fields of `HalftoneStyle`.
struct tui_halftone_style {
  float strokes, calmness, edge_sharpness, ink;
};

/// Sets what is wanted of a cell of sharp-edged content, such as lines and letters: it is compared with glyphs unblurred as well. Its
/// sharpness is how much the tones differ: 1 if half of the cell is black and the other half white.
///
/// `tones` is the lightness at each of 32 samples, and `inks` the wanted ink, column by column. `weight` is that of a squared difference of
/// blurred ink there.
void tui_halftone_target(bool wide, const float *_Nonnull tones, const float *_Nonnull inks, float weight,
                       const struct tui_halftone_style *_Nonnull style, struct tui_halftone_cell *_Nonnull cell);

/// Adds a patch of ten vectors times a factor to the lines of a plane of that width, and returns the sum of the products of both.
void tui_patch_add(bool wide, float *_Nonnull plane, ptrdiff_t width, const void *_Nonnull patch, float factor);
float tui_patch_product(bool wide, const float *_Nonnull plane, ptrdiff_t width, const void *_Nonnull patch);

/// Replaces each value of a plane with the sum of those at most three away, across and down, times seven weights.
///
/// `values` and `across`, which is overwritten, have 8 floats more than the plane, and `line` has 14 more than a line.
void tui_plane_blur(bool wide, float *_Nonnull values, float *_Nonnull across, float *_Nonnull line, ptrdiff_t width,
                    ptrdiff_t height, const float *_Nonnull weights);

/// The planes and the glyphs among which one is chosen for each cell; see `DBSCellSearch`. Vectors have eight floats.
struct tui_halftone {
  /// The drawn ink minus the wanted ink, and the weights of its squares.
  const float *_Nonnull rest, *_Nonnull weights;
  /// The width of both planes.
  ptrdiff_t width;
  /// For each group of eight glyphs, 44 vectors of what each term of a cell counts.
  const void *_Nonnull factors;
  ptrdiff_t eights;
  /// For each of the ten lines of a patch, a vector: the weights of the eight samples of a column, and the distribution of patches' squares.
  const void *_Nonnull down, *_Nonnull spread;
  /// For each of the eight points of a line, a vector: the weights of the four samples of a row, twice.
  const void *_Nonnull across;
};

/// A cell whose glyph is chosen, and the index of its patch's first value.
struct tui_halftone_place {
  ptrdiff_t corner;
  const struct tui_halftone_cell *_Nonnull cell;
};

/// The numbers of two glyphs.
struct tui_two_glyphs {
  int32_t first, second;
};

/// Returns the numbers of the glyphs that leave the least squared differences in the patches of two cells; of equal ones the first.
struct tui_two_glyphs tui_halftone_best(bool wide, const struct tui_halftone *_Nonnull plane,
                                        struct tui_halftone_place first, struct tui_halftone_place second);

#endif
