import type { Preferences } from '../../electron/contract/preferences.ts'
import { toFailure } from '../client.ts'
import { useNotices } from '../stores/notices.ts'
import { useProgram } from '../stores/program.ts'

/** Changes preferences at once; a refusal is shown in a notice and nothing changes. */
export function usePreferenceChange(): (wishes: Partial<Preferences>) => Promise<void> {
  const program = useProgram()
  const notices = useNotices()
  return async (wishes) => {
    try {
      await program.setPreferences(wishes)
    } catch (error) {
      notices.add({ kind: 'failure', failure: toFailure(error) })
    }
  }
}
