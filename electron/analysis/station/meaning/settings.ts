import { foldBeginning } from '../../../contract/folding.ts'
import { LIMITING_ROLES, SETTING_ROLES, type SettingMeaning, type SettingRole } from '../../../contract/meaning.ts'
import { recogniseChannel, type Quantity } from '../../../contract/quantities.ts'
import { correctionKey, NO_CORRECTIONS, type Corrections } from './corrections.ts'
import { patternsOf } from './patterns.ts'
import type { Recognised } from './recognised.ts'

const PATTERNS = patternsOf('setting')
const isSettingRole = (role: string | null | undefined): role is SettingRole =>
  (SETTING_ROLES as readonly (string | null | undefined)[]).includes(role)

const LIMITING: ReadonlySet<SettingRole> = new Set(LIMITING_ROLES)

/** What an item of the settings means: by its name, of limits and substitutes also by the unit. */
export function meaningOfSetting(
  name: string,
  unit: string | null,
  corrections: Corrections = NO_CORRECTIONS,
): SettingMeaning & Recognised {
  const found = inTable(name, unit)
  const said = corrections.get(correctionKey('setting', null, name))
  if (!said) return { ...found, corrected: false }
  const role = isSettingRole(said.role) ? said.role : 'none'
  const quantity = LIMITING.has(role) ? (said.quantity ?? limitedBy(name, unit)) : null
  return { role, quantity, row: found.row, corrected: true }
}

function inTable(name: string, unit: string | null): SettingMeaning & { row: string | null } {
  const folded = foldBeginning(name)
  let limited: Quantity | null | undefined
  for (const { row, fits } of PATTERNS) {
    if (!isSettingRole(row.role) || !fits?.(folded)) continue
    if (!LIMITING.has(row.role)) return { role: row.role, quantity: null, row: row.id }
    limited ??= limitedBy(name, unit)
    if (row.needsQuantity && limited === null) continue
    return { role: row.role, quantity: amountOfFlow(limited) ?? row.quantity ?? limited, row: row.id }
  }
  return { role: 'none', quantity: null, row: null }
}

/** The quantity that a limit or a substitute is for; null where it is nothing that the gas is measured by. */
function limitedBy(name: string, unit: string | null): Quantity | null {
  const { quantity, notOfGas } = recogniseChannel({ channelVarname: '', channelName: name, unitName: unit })
  if (quantity === 'other' || quantity === 'voltage' || quantity === 'signal') return null
  return notOfGas && quantity !== 'airTemperature' ? null : quantity
}

/** 'Qmax, standard': conditions that are named win over the usual ones of Qmin and Qmax. */
const amountOfFlow = (quantity: Quantity | null): Quantity | null =>
  quantity === 'workingFlow' || quantity === 'standardFlow' ? quantity : null
