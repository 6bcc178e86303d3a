import type { Provider } from '../../contract/records.ts'
import { isKeepable, MOST_LEVELS } from '../../contract/record-bounds.ts'
import { toId } from './fields.ts'
import type { RecordReader, RejectPart } from './reader.ts'

/**
 * docs/service.md, 'Resource provider (energies)': `children` have the same shape recursively. A child
 * that cannot be understood is rejected alone; its parent and siblings stay. Hand-written, because a schema
 * would lose the whole tree with it.
 */
export const readProvider: RecordReader<Provider> = (raw, reject) => readLevel(raw, reject, 1)

function readLevel(raw: unknown, reject: RejectPart, level: number): Provider | string {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'not an object'
  if (level > MOST_LEVELS) return 'nested too deeply'
  const { id: rawId, name: rawName, children: rawChildren } = raw as { id?: unknown; name?: unknown; children?: unknown }
  const id = toId(rawId)
  if (id === undefined) return 'id: not an id'
  if (rawName !== undefined && typeof rawName === 'object' && rawName !== null) return 'name: not a text'
  if (!isKeepable(rawName ?? null)) return 'name: not a text'
  const children: Provider[] = []
  if (rawChildren !== undefined && rawChildren !== null) {
    if (!Array.isArray(rawChildren)) return 'children: not a list'
    for (const rawChild of rawChildren as unknown[]) {
      const child = readLevel(rawChild, reject, level + 1)
      if (typeof child === 'string') reject(`children: ${child}`, rawChild)
      else children.push(child)
    }
  }
  return { id, name: rawName === undefined || rawName === null ? null : String(rawName), children }
}
