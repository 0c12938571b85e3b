// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the article on SwiftUI uses of it, by Apple's documentation, so that the article's code is type-checked on Linux: Tools/make-docs
// compiles this as the module `SwiftUI`. Nothing here draws.
@_exported public import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View { public var body: Never { fatalError() } }

public protocol Primitive: View where Body == Never {}
extension Primitive { public var body: Never { fatalError() } }

@MainActor @resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public protocol ObservableObject: AnyObject {}
@propertyWrapper public struct Published<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
@MainActor @propertyWrapper public struct StateObject<Object: ObservableObject> {
  public let wrappedValue: Object
  public init(wrappedValue: @autoclosure () -> Object) { self.wrappedValue = wrappedValue() }
}
@propertyWrapper public struct State<Value> {
  public let initial: Value
  public init(wrappedValue: Value) { initial = wrappedValue }
  public var wrappedValue: Value {
    get { initial }
    nonmutating set {}
  }
}

public struct GeometryProxy { public var size: CGSize { .zero } }
public struct GeometryReader<Content: View>: Primitive {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
}

public protocol TimelineSchedule {}
public struct AnimationTimelineSchedule: TimelineSchedule {}
extension TimelineSchedule where Self == AnimationTimelineSchedule {
  public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> Self { Self() }
}
public struct TimelineViewDefaultContext { public var date: Date { .distantPast } }
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: Primitive {
  public init(_ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content) {}
}

public struct ZStack<Content: View>: Primitive { public init(@ViewBuilder content: () -> Content) {} }
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Primitive {
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
public struct Text: Primitive { public init(_ content: String) {} }
public struct Image: Primitive {
  public init(_ name: String) {}
  public func resizable() -> Image { self }
}
public struct Color: Primitive, Sendable {
  public static let black = Color()
  public func opacity(_ opacity: Double) -> Color { self }
}

public struct Angle: Sendable { public static func degrees(_ degrees: Double) -> Angle { Angle() } }
public struct UnitPoint: Sendable { public init(x: CGFloat, y: CGFloat) {} }
public struct Alignment: Sendable {
  public static let center = Alignment()
  public static let topLeading = Alignment()
}
public enum Axis { case horizontal, vertical }

public protocol Gesture {}
public struct DragGesture: Gesture {
  public struct Value { public var translation: CGSize { .zero } }
  public init(minimumDistance: CGFloat = 10) {}
  public func onChanged(_ action: @escaping (Value) -> Void) -> DragGesture { self }
  public func onEnded(_ action: @escaping (Value) -> Void) -> DragGesture { self }
}

extension View {
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View { self }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
  public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
  public func clipped() -> some View { self }
  public func opacity(_ opacity: Double) -> some View { self }
  public func overlay<Other: View>(_ other: Other) -> some View { self }
  public func rotation3DEffect(
    _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = UnitPoint(x: 0.5, y: 0.5)
  ) -> some View { self }
  public func gesture<Some: Gesture>(_ gesture: Some) -> some View { self }
  public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> some View {
    self
  }
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
}
