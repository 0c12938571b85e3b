// The types that both products share are part of each: a host imports one module.
@_exported public import CarouselValues
