/**
 * Draws a picture anew, of its pixels alone, as large as it fits into a box and never larger than it is.
 * @param ground the colour behind it, for files that have no transparency
 */
export function drawnPicture(picture: ImageBitmap, box: { width: number; height: number }, ground?: string): OffscreenCanvas {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height)
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw a picture on')
  if (ground !== undefined) {
    context.fillStyle = ground
    context.fillRect(0, 0, width, height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}
