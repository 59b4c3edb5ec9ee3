/** An SVG around a bitmap in a `data:` URL, all that the wallet draws; everything but the pixels is ours. */
export const drawBitmap = (url: string, side: number): string => {
  const size = `width="${side}" height="${side}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${url}"/></svg>`;
};
