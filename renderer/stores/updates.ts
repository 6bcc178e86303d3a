import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { UpdateState } from '../../electron/contract/updates.ts'
import { client } from '../client.ts'
import { lineState } from '../connection.ts'
import { useProgram } from './program.ts'

/** What browsers tell of the connection, where they tell anything: none of it is of TypeScript's list. */
interface Connection {
  saveData?: boolean
  type?: string
}

/** Whether the connection is set to save data, or is a mobile one; null where nothing of it is known, as nearly everywhere. */
export function isMetered(): boolean | null {
  const { connection } = navigator as Navigator & { connection?: Connection }
  if (connection?.saveData === true || connection?.type === 'cellular') return true
  return connection?.type === undefined ? null : false
}

/** New versions of the program: what is known of them, for the status bar and the preferences. */
export const useUpdates = defineStore('updates', () => {
  const program = useProgram()
  const state = shallowRef<UpdateState | null>(null)
  /** What can be had: where updates are off nothing is fetched, so a package has to lie here already. */
  const offer = computed(() => {
    const { off = null, ready = false, offer: found = null } = state.value ?? {}
    return off === null || ready || found?.file === null ? found : null
  })
  /** What is told unasked: nothing where updates are off, unless the user has brought the package. */
  const news = computed(() => (state.value?.off === null || state.value?.ready ? offer.value : null))
  /** The program is ending, to be replaced. */
  const installing = ref(false)
  // It answers again: it was not replaced. A new port may follow the old one at once, so each change counts.
  watch(
    lineState,
    (line) => {
      if (line === 'open') installing.value = false
    },
    { flush: 'sync' },
  )

  const load = async (): Promise<void> => void (state.value = await client.updates.state().catch(() => state.value))
  program.onChange(['preferences'], () => void load())

  /** At the window's start: the backend asks once a day at most, and not over a link that counts bytes. */
  async function look(): Promise<void> {
    await load()
    if (isMetered() === true) return
    // It is an offer: where the question fails, there is none.
    state.value = await client.updates.check({ asked: false }).catch(() => state.value)
  }

  /** @throws the failure of the check */
  async function check(): Promise<void> {
    try {
      state.value = await client.updates.check({ asked: true })
    } finally {
      await load()
    }
  }

  return { state, offer, news, installing, load, look, check }
})
