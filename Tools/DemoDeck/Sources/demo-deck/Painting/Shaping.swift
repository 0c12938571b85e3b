import Glibc

/// Interpolates linearly: `from` at 0, `to` at 1.
func mix<Scalar: BinaryFloatingPoint>(_ from: Scalar, _ to: Scalar, _ share: Scalar) -> Scalar {
  from + (to - from) * share
}

/// Interpolates linearly: `from` at 0, `to` at 1.
func mix<Vector: SIMD<Float>>(_ from: Vector, _ to: Vector, _ share: Float) -> Vector {
  from + (to - from) * share
}

/// `value` clamped to 0…1.
func unit(_ value: Float) -> Float { min(max(value, 0), 1) }

/// A smoothstep: 0 up to `from`, 1 from `to` on; falls instead if `from` > `to`.
func smooth(_ from: Float, _ to: Float, _ value: Float) -> Float {
  let share = unit((value - from) / (to - from))
  return share * share * (3 - 2 * share)
}

/// A Gaussian bell around 0 with a standard deviation of `width`.
func bell(_ value: Float, _ width: Float) -> Float { exp(-0.5 * (value / width) * (value / width)) }

func dot<Vector: SIMD<Float>>(_ one: Vector, _ other: Vector) -> Float { (one * other).sum() }

func length<Vector: SIMD<Float>>(_ vector: Vector) -> Float { dot(vector, vector).squareRoot() }

func normalized<Vector: SIMD<Float>>(_ vector: Vector) -> Vector { vector / length(vector) }

func cross(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> SIMD3<Float> {
  SIMD3(
    one.y * other.z - one.z * other.y, one.z * other.x - one.x * other.z, one.x * other.y - one.y * other.x)
}

/// `direction` reflected by a mirror with this `normal`.
func reflected(_ direction: SIMD3<Float>, _ normal: SIMD3<Float>) -> SIMD3<Float> {
  direction - 2 * dot(direction, normal) * normal
}

/// `point` rotated around the origin by `angle` radians.
func turned(_ point: SIMD2<Float>, by angle: Float) -> SIMD2<Float> {
  let (sine, cosine) = (sin(angle), cos(angle))
  return SIMD2(point.x * cosine - point.y * sine, point.x * sine + point.y * cosine)
}

/// The distance of `point` from the line segment between two others.
func distance(_ point: SIMD2<Float>, toLineFrom start: SIMD2<Float>, to end: SIMD2<Float>) -> Float {
  let (along, reach) = (end - start, point - start)
  let share = unit(dot(reach, along) / max(dot(along, along), 1e-12))
  return length(reach - along * share)
}
