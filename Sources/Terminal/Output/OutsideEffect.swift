/// Something that a terminal shows or keeps outside its window, if it can.
package enum OutsideEffect: Hashable, Sendable {
  /// The window's title; the one from before comes back in the end.
  case title(WindowTitle)
  /// How far a task is; nil removes that, as the end does.
  case progress(TaskProgress?)
  case notification(DesktopNotification)
  case clipboardText(ClipboardText)
  case clipboardPicture(ClipboardPicture)
}
