import { cutForEye } from '../../contract/cut.ts'
import type { LogoFault } from '../../contract/logo.ts'
import { MOST_LETTERHEAD, type Letterhead } from '../../contract/reports.ts'
import { logoFault } from './pdf/logo-fault.ts'

/**
 * A letterhead as it can be printed: books of earlier versions, and those that were made elsewhere, may hold any. Texts
 * are cut; where the logo is left out, `logoFault` says why.
 */
export function printedLetterhead(held: Letterhead): Letterhead & { logoFault: LogoFault | null } {
  const fault = held.logo && logoFault(held.logo)
  return {
    organisation: cutForEye(held.organisation, MOST_LETTERHEAD.text),
    address: cutForEye(held.address, MOST_LETTERHEAD.text),
    supplier: cutForEye(held.supplier, MOST_LETTERHEAD.text),
    responsible: person(held.responsible),
    representative: person(held.representative),
    logo: fault ? null : held.logo,
    logoFault: fault,
  }
}

const person = ({ name, post }: Letterhead['responsible']): Letterhead['responsible'] => ({
  name: cutForEye(name, MOST_LETTERHEAD.person),
  post: cutForEye(post, MOST_LETTERHEAD.person),
})
