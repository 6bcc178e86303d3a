import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** A place of the guide: a page (null: its contents), and one of the page's sections. */
export interface GuideAddress {
  page: string | null
  section: string | null
}

/** What is asked of the guide: a place, null for that of the screen; `turns`: a guide that already stands there is closed. */
interface Wish {
  at: GuideAddress | null
  turns: boolean
}

/** The guide, opened from anywhere. Its texts are loaded when it is first wanted (window/guide). */
export const useGuide = defineStore('guide', () => {
  const wish = shallowRef<Wish | null>(null)
  /** Opens the guide at a place; unsaid, at that of the screen or dialog where the focus is. */
  const open = (at: GuideAddress | null = null): void => void (wish.value = { at, turns: false })
  /** F1: opens the guide at the place where one is; closes it where it already shows that and has the focus. */
  const turn = (): void => void (wish.value = { at: null, turns: true })
  return { wish, open, turn }
})
