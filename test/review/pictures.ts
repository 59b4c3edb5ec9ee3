const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

/** Small images of each format, by width and height in pixels. */
export const pictures = {
  png3x2: bytes(
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4AWI6wMDwH4aZGJAAAAAA//9UTOzRAAAABklEQVQDAGVyBUIISgSYAAAAAElFTkSuQmCC',
  ),
  /** Truncated after the frame header. */
  jpeg3x2: bytes('/9j/4AAQSkZJRgABAQEASABIAAD/wAALCAACAAMBAREA'),
  lossyWebp1x1: bytes('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AA/uaAAAA='),
  losslessWebp1x1: bytes('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='),
  clearWebp1x1: bytes(
    'UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==',
  ),
} as const;

/** A copy with other bytes at a position. */
export const patched = (picture: Uint8Array, at: number, ...put: number[]): Uint8Array =>
  picture.map((byte, index) => put[index - at] ?? byte);
