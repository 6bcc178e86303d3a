import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from './page.ts'

/** One way of scrolling through a long table. */
export interface Stroll {
  name: string
  go(page: Page): Promise<void>
}

const GRID = '[role=grid]'
const FRAME_MS = 16

/** The wheel, turned as fast as a hand can: 30 notches a second, down and up again. */
export const wheel: Stroll = {
  name: 'wheel',
  async go(page) {
    for (let notch = 0; notch < 48; notch++) {
      await page.wheel(GRID, notch < 32 ? 360 : -360)
      await wait(2 * FRAME_MS)
    }
  },
}

/** PageDown held: the keyboard repeats it 30 times a second. */
export const pageDown: Stroll = {
  name: 'PageDown held',
  async go(page) {
    await focus(page)
    for (let press = 0; press < 45; press++) {
      await page.press('PageDown')
      await wait(2 * FRAME_MS)
    }
  },
}

/** The scroll bar dragged: slowly at first, then over most of the list in a second, then back. */
export const drag: Stroll = {
  name: 'scroll bar dragged',
  go: (page) =>
    page.run(
      async (selector, frameMs) => {
        const scroller = document.querySelector(selector)
        if (!scroller) return
        const room = scroller.scrollHeight - scroller.clientHeight
        const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
        for (const [from, to, frames] of [
          [0, 0.004, 40],
          [0.004, 0.9, 50],
          [0.9, 0.5, 20],
        ] as const) {
          for (let frame = 1; frame <= frames; frame++) {
            scroller.scrollTop = room * (from + ((to - from) * frame) / frames)
            await pause(frameMs)
          }
          await pause(200)
        }
      },
      GRID,
      FRAME_MS,
    ),
}

/** A click on the scroll bar's track: somewhere else at once. */
export const jump: Stroll = {
  name: 'jumps',
  async go(page) {
    for (const share of [0.1, 0.7, 0.33, 0.95, 0.02, 0.5]) {
      await page.run(
        (selector, to) => {
          const scroller = document.querySelector(selector)
          if (scroller) scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * to
        },
        GRID,
        share,
      )
      await wait(200)
    }
  },
}

export async function toTop(page: Page): Promise<void> {
  await focus(page)
  await page.press('Home', 'Control')
  await wait(200)
}

const focus = (page: Page) => page.run((selector) => document.querySelector<HTMLElement>(selector)?.focus(), GRID)
