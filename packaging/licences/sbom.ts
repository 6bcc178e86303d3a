import * as CDX from '@cyclonedx/cyclonedx-library'
import type { Part } from './part.ts'

/** The program that the list is about: of its package.json. */
export interface Program {
  name: string
  version: string
  description: string
  license: string
}

const { ComponentType, HashAlgorithm } = CDX.Enums
type Type = CDX.Enums.ComponentType

/** What is no library of code. */
const TYPES: Record<string, Type> = { electron: ComponentType.Framework, Roboto: ComponentType.Data }

/** The packed parts as CycloneDX 1.6, JSON. It has neither time nor serial number: the same parts give the same bytes. */
export function sbomOf(program: Program, parts: readonly Part[]): string {
  const bom = new CDX.Models.Bom()
  const own = componentOf({ ...program, licence: program.license, kind: 'package' }, ComponentType.Application)
  own.description = program.description
  bom.metadata.component = own
  const components = parts.map((part) => ({ part, component: componentOf(part, TYPES[part.name] ?? ComponentType.Library) }))
  for (const { part, component } of components) {
    bom.components.add(component)
    const bringer = components.find((other) => other.part.name === part.broughtBy)?.component ?? own
    bringer.dependencies.add(component.bomRef)
  }
  const serializer = new CDX.Serialize.JsonSerializer(new CDX.Serialize.JSON.Normalize.Factory(CDX.Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

function componentOf(part: Omit<Part, 'text' | 'broughtBy'>, type: Type): CDX.Models.Component {
  const { name, version, licence, kind, integrity } = part
  const [, group, base = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  const path = [kind === 'package' ? 'npm' : 'generic', ...(group ? [encodeURIComponent(group)] : []), encodeURIComponent(base)]
  const purl = `pkg:${path.join('/')}@${encodeURIComponent(version)}`
  const component = new CDX.Models.Component(type, base, { ...(group && { group }), version, purl, bomRef: purl })
  if (licence !== null) component.licenses.add(licenceModel(licence))
  // The lock file writes its checksums as base64, CycloneDX as hex.
  const [, sum] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
  if (sum) component.hashes.set(HashAlgorithm['SHA-512'], Buffer.from(sum, 'base64').toString('hex'))
  return component
}

function licenceModel(licence: string): CDX.Models.License {
  return /\s/.test(licence) ? new CDX.Models.LicenseExpression(licence) : new CDX.Models.SpdxLicense(licence)
}
