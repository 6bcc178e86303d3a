import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AccountState } from '../../electron/contract/account.ts'
import { client, follow } from '../client.ts'

type SignIn = Parameters<typeof client.account.signIn>[0]

/** The account that is signed in, and the state of the line to the service. */
export const useAccount = defineStore('account', () => {
  const state = shallowRef<AccountState | null>(null)
  const ready = ref(false)

  function adopt(next: AccountState): AccountState {
    state.value = next
    ready.value = true
    return next
  }

  /** The state of the account in one word, for the status bar. */
  const standing = computed<'unknown' | 'online' | 'offline' | 'signed-out' | 'none'>(() => {
    const now = state.value
    if (!now || now.session === 'none') return 'none'
    if (now.session === 'signed-out') return 'signed-out'
    return now.line
  })

  const load = async () => adopt(await client.account.state())
  const signIn = async (input: SignIn, signal: AbortSignal) => adopt(await client.account.signIn(input, { signal }))
  const tryDemo = async () => adopt(await client.account.tryDemo())
  const signOut = async () => adopt(await client.account.signOut())

  follow((signal) => client.account.watch(undefined, { signal }), adopt)

  return { state, ready, standing, load, signIn, tryDemo, signOut }
})
