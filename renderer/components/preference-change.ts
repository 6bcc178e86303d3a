import type { Preferences } from '../../electron/contract/preferences.ts'
import { useNotices } from '../stores/notices.ts'
import { useProgram } from '../stores/program.ts'

/** Changes preferences at once; a refusal is shown in a notice and nothing changes. */
export function usePreferenceChange(): (wishes: Partial<Preferences>) => Promise<void> {
  const program = useProgram()
  const notices = useNotices()
  return async (wishes) => void (await notices.attempt(() => program.setPreferences(wishes)))
}
