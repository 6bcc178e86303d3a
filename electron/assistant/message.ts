import { isUtf8 } from 'node:buffer'
import { ProtocolErrorCode, specTypeSchemas, type JSONRPCMessage, type SpecTypeName } from '@modelcontextprotocol/server'
import { foreignJson } from '../contract/foreign-json.ts'

/** What one line of an assistant is: a message, or what has to be said of it instead. */

/** Bytes of a line; nothing that can be asked comes near it. */
export const MOST_LINE = 10 << 20

/** As JSON-RPC answers what is no question. */
export type Refused = Extract<JSONRPCMessage, { error: unknown }>

/** `noted`: nobody waits for an answer to it. */
export type Judged = { message: JSONRPCMessage } | { refused: Refused } | { noted: string }

type Id = string | number | null

/** An answer that says what is wrong. `id`: of the question; null where it cannot be read. */
export const refusal = (id: Id, code: ProtocolErrorCode, message: string): Refused =>
  // The protocol's own type leaves an id out where JSON-RPC says null.
  ({ jsonrpc: '2.0', id, error: { code, message } }) as Refused

const { ParseError, InvalidRequest, InvalidParams } = ProtocolErrorCode

/** Reads a line of at most MOST_LINE bytes. */
export function judgedLine(line: Buffer): Judged {
  const value = isUtf8(line) ? foreignJson(line.toString()) : undefined
  if (value === undefined) return { refused: refusal(null, ParseError, 'The line is no JSON.') }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { refused: refusal(null, InvalidRequest, 'The line is no message: one object stands in each line.') }
  const given = value as Record<string, unknown>
  if (!('method' in given) && ('result' in given || 'error' in given)) return answered(given)
  return asked(given)
}

function asked(given: Record<string, unknown>): Judged {
  const id = idOf(given['id'])
  const isNotice = !('id' in given) && typeof given['method'] === 'string'
  const wrong = wrongIn(given, isNotice ? 'JSONRPCNotification' : 'JSONRPCRequest') ?? wrongIn(given, REQUESTS.get(given['method']))
  if (!wrong) return { message: given as unknown as JSONRPCMessage }
  if (isNotice) return { noted: `A notification is left out. ${wrong.sentence}` }
  return { refused: refusal(id, wrong.isInParams ? InvalidParams : InvalidRequest, wrong.sentence) }
}

/** An answer to a question of this program. One that is none must not be answered: its id would be taken for one of the assistant's own. */
function answered(given: Record<string, unknown>): Judged {
  const wrong = wrongIn(given, 'error' in given ? 'JSONRPCErrorResponse' : 'JSONRPCResultResponse')
  return wrong ? { noted: `An answer is left out. ${wrong.sentence}` } : { message: given as unknown as JSONRPCMessage }
}

/** Questions whose parameters the package reads too late to blame them. */
const REQUESTS: ReadonlyMap<unknown, SpecTypeName> = new Map([
  ['initialize', 'InitializeRequest'],
  ['tools/list', 'ListToolsRequest'],
  ['tools/call', 'CallToolRequest'],
  ['resources/list', 'ListResourcesRequest'],
  ['resources/templates/list', 'ListResourceTemplatesRequest'],
  ['resources/read', 'ReadResourceRequest'],
])

function wrongIn(given: object, type: SpecTypeName | undefined): { isInParams: boolean; sentence: string } | null {
  const read = type && specTypeSchemas[type]['~standard'].validate(given)
  const issue = read?.issues?.[0]
  if (!issue) return null
  const path = (issue.path ?? []).map((key) => String(typeof key === 'object' ? key.key : key))
  const place = path.length === 0 ? '' : ` (${path.join('.')})`
  return { isInParams: path[0] === 'params', sentence: `The message is not one of the protocol${place}: ${issue.message}.` }
}

const idOf = (id: unknown): Id => (typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null)
