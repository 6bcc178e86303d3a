import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { onBeforeUnmount, onMounted, ref, watch, type Ref } from 'vue'

/** Drawn before it is seen: a page comes whole when one scrolls. */
const AHEAD = '600px 0px'

/**
 * Draws a page of a PDF while it is near the view; farther ones give their memory back. The old drawing stays until the
 * new one is whole.
 * @param text also reads the page's text, for those who do not see it
 */
export function usePage(
  host: Readonly<Ref<HTMLElement | null>>,
  asked: () => { pdf: PDFDocumentProxy; number: number; width: number; text: boolean },
) {
  const near = ref(false)
  const drawn = ref(false)
  const text = ref('')
  let task: RenderTask | null = null
  let turn = 0

  async function draw(): Promise<void> {
    const mine = ++turn
    task?.cancel()
    if (!near.value) {
      host.value?.replaceChildren()
      drawn.value = false
      return
    }
    const { pdf, number, width, text: reads } = asked()
    try {
      const page = await pdf.getPage(number)
      if (mine !== turn) return
      const scale = (width / page.getViewport({ scale: 1 }).width) * window.devicePixelRatio
      const viewport = page.getViewport({ scale })
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      task = page.render({ canvas, viewport })
      await task.promise
      if (mine !== turn) return
      host.value?.replaceChildren(canvas)
      drawn.value = true
      if (!reads) return
      const { items } = await page.getTextContent()
      if (mine === turn) text.value = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    } catch {
      // A page that was scrolled away, or a document that another one has replaced: it is drawn when it is wanted again.
    }
  }

  let watcher: IntersectionObserver | null = null
  onMounted(() => {
    watcher = new IntersectionObserver((entries) => (near.value = entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: AHEAD,
    })
    if (host.value) watcher.observe(host.value)
  })
  onBeforeUnmount(() => {
    turn++
    task?.cancel()
    watcher?.disconnect()
  })
  watch([near, asked], () => void draw())
  return { drawn, text }
}
