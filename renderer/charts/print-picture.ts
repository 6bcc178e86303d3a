import { nextTick } from 'vue'
import { useProgram } from '../stores/program.ts'
import './print-picture.css'

/**
 * Prints a picture of a chart, heading and legend included, alone on a sheet and in ink on white: the host's dialog opens,
 * and the sheet goes when it is closed.
 */
export function usePrintedPicture() {
  const program = useProgram()

  /**
   * @param draw makes the picture; called while the window has the light theme
   * @param title what it is of, for who cannot see it
   * @throws what `draw` throws; DOMException where the picture cannot be shown
   */
  return async (draw: () => Promise<Blob | null>, title: string): Promise<void> => {
    program.onPaper = true
    const blob = await nextTick()
      .then(draw)
      .finally(() => (program.onPaper = false))
    if (!blob) return
    const sheet = document.createElement('section')
    sheet.className = 'printed-picture'
    const image = new Image()
    image.alt = title
    image.src = URL.createObjectURL(blob)
    const clear = () => {
      sheet.remove()
      URL.revokeObjectURL(image.src)
    }
    try {
      await image.decode()
    } catch (error) {
      clear()
      throw error
    }
    sheet.append(image)
    document.body.append(sheet)
    window.addEventListener('afterprint', clear, { once: true })
    window.print()
  }
}
