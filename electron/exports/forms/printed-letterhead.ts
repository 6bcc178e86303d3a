import type { LogoFault } from '../../contract/logo.ts'
import type { Letterhead } from '../../contract/reports.ts'
import { logoFault } from './pdf/logo-fault.ts'

/**
 * A letterhead with a logo that can be printed, or without one: books of earlier versions, and those that were made
 * elsewhere, may hold any. `logoFault` then says why.
 */
export function printedLetterhead(letterhead: Letterhead): Letterhead & { logoFault: LogoFault | null } {
  const fault = letterhead.logo && logoFault(letterhead.logo)
  return { ...letterhead, logo: fault ? null : letterhead.logo, logoFault: fault }
}
