import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { OWN_FILE } from '../book/file/private.ts'

/** Where the desktop's window was when it was closed. */
const windowStateSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(400),
  height: z.int().min(300),
  isMaximised: z.boolean(),
})
export type WindowState = z.infer<typeof windowStateSchema>
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/**
 * The kept state, or null when there is none that can be used: the file is damaged, or no screen shows the place any more.
 * @param screens the work areas of the screens there are now
 */
export function readWindowState(file: string, screens: readonly Area[]): WindowState | null {
  try {
    const state = windowStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return screens.some((area) => showsTitle(state, area)) ? state : null
  } catch {
    return null
  }
}

/** Enough of the title bar to take hold of. */
function showsTitle({ x, y, width }: WindowState, area: Area): boolean {
  const shown = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return shown >= 120 && y >= area.y && y <= area.y + area.height - 40
}

/** Keeps the state; a full disk must not keep the window from closing. */
export function keepWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, JSON.stringify(state), { mode: OWN_FILE })
  } catch {
    // The window opens in the middle next time.
  }
}
