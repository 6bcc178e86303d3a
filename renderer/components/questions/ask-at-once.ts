/**
 * A question that the window itself has written is asked as soon as its screen is there; one that came by a link waits for
 * somebody to ask it. The step of the history says which, and a reload asks nothing.
 */
const ASK = 'asksAtOnce'

/** The part of a step that asks. */
export const askAtOnce = { [ASK]: true }

/** True once, where the present step asks. */
export function wantsAnswer(): boolean {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !(ASK in state) || state[ASK] !== true) return false
  history.replaceState({ ...state, [ASK]: false }, '')
  return true
}
