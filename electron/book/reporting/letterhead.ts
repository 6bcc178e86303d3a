import type { Letterhead } from '../../contract/reports.ts'
import type { Context } from '../context.ts'

interface Row {
  organisation: string
  address: string
  supplier: string
  responsibleName: string
  responsiblePost: string
  representativeName: string
  representativePost: string
  logoType: 'image/png' | 'image/jpeg' | null
  logo: Uint8Array | null
}

const NOBODY = { name: '', post: '' }
/** What stands in the head of a report before anybody has filled it in. */
const EMPTY_LETTERHEAD: Letterhead = {
  organisation: '',
  address: '',
  supplier: '',
  responsible: NOBODY,
  representative: NOBODY,
  logo: null,
}

/** All SQL that touches `letterhead`: one row, or none. */
export function letterheadIn({ db }: Pick<Context, 'db'>) {
  const read = db.prepare<[], Row>(`
    SELECT organisation, address, supplier, responsible_name AS responsibleName, responsible_post AS responsiblePost,
      representative_name AS representativeName, representative_post AS representativePost, logo_type AS logoType, logo
    FROM letterhead`)
  const write = db.prepare<[Row]>(`
    INSERT INTO letterhead VALUES (1, @organisation, @address, @supplier, @responsibleName, @responsiblePost,
      @representativeName, @representativePost, @logoType, @logo)
    ON CONFLICT (id) DO UPDATE SET organisation = excluded.organisation, address = excluded.address,
      supplier = excluded.supplier, responsible_name = excluded.responsible_name,
      responsible_post = excluded.responsible_post, representative_name = excluded.representative_name,
      representative_post = excluded.representative_post, logo_type = excluded.logo_type, logo = excluded.logo`)

  return {
    /** The head of every report; all fields empty where nobody has filled it in. */
    letterhead(): Letterhead {
      const row = read.get()
      if (!row) return EMPTY_LETTERHEAD
      const { organisation, address, supplier, logo, logoType } = row
      return {
        organisation,
        address,
        supplier,
        responsible: { name: row.responsibleName, post: row.responsiblePost },
        representative: { name: row.representativeName, post: row.representativePost },
        logo: logo && logoType ? { type: logoType, base64: Buffer.from(logo).toString('base64') } : null,
      }
    },
    setLetterhead({ organisation, address, supplier, responsible, representative, logo }: Letterhead): void {
      write.run({
        organisation,
        address,
        supplier,
        responsibleName: responsible.name,
        responsiblePost: responsible.post,
        representativeName: representative.name,
        representativePost: representative.post,
        logoType: logo?.type ?? null,
        logo: logo ? Buffer.from(logo.base64, 'base64') : null,
      })
    },
  }
}
