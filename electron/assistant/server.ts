import { McpServer, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server'
import type { AskOptions } from '../book/threads/thread.ts'
import type { Failure } from '../contract/common.ts'
import type { PublicViewWords } from '../words/public-view-words.ts'
import { allVisible } from './told.ts'
import { textOf, type ToldAnswer } from './fitting.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { addResources } from './resources.ts'
import type { Answers } from './thread.ts'
import { NOTICE, type Tool } from './tool.ts'

/** The book as the Model Context Protocol has it: tools, resources, and what is said of both. */

export interface Served {
  answers: Answers
  tools: readonly Tool[]
  version: string
  views: PublicViewWords
  withPersonal: boolean
  failureOf: (error: unknown) => Failure
  sentenceOf: (failure: Failure) => string
  /** Says something to whoever started the program, and not to the assistant. */
  note: (text: string) => void
}

/** Values of one question, the numbers of long lists too. */
const MOST_ELEMENTS = 10_000

/** Nothing is changed, and nothing but the book is asked. */
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const

/** One server for a connection, of whichever of the protocol's eras. */
export function serverOf({ answers, tools, version, views, withPersonal, failureOf, sentenceOf, note }: Served): McpServer {
  const server = new McpServer(
    { name: 'meterbook', title: 'Meterbook', version },
    { instructions: INSTRUCTIONS, maxToolInputElements: MOST_ELEMENTS },
  )
  for (const { name, title, description, input: inputSchema, output: outputSchema } of tools) {
    server.registerTool(name, { title, description, inputSchema, outputSchema, annotations: READS }, (input, context) =>
      resultOf(() => answers.ask('ask', { name, input }, optionsOf(context)), input),
    )
  }
  addResources(server, answers, views)
  return server

  async function resultOf(work: () => Promise<ToldAnswer>, input: unknown): Promise<CallToolResult> {
    try {
      const { structured, text } = await work()
      return { content: [{ type: 'text', text }], structuredContent: structured }
    } catch (error) {
      const failure = withoutPlaces(failureOf(error))
      const told = allVisible({ ...failure, field: fieldOf(failure, input), sentence: sentenceOf(failure) })
      return { content: [{ type: 'text', text: textOf({ notice: NOTICE, error: told }) }], isError: true }
    }
  }

  /** A book is called after its account, which says something of people; and of what nobody foresaw nobody knows what it says. */
  function withoutPlaces({ code, data: { message, ...data } }: Failure): Failure {
    if (message !== undefined) note(String(message))
    return { code, data: 'file' in data && !withPersonal ? { ...data, file: '--book FILE' } : data }
  }
}

/** Cancelling ends the work; progress is told where it was asked for. */
function optionsOf({ mcpReq }: ServerContext): AskOptions {
  const { signal, _meta, notify } = mcpReq
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return { signal }
  let last = 0
  return {
    signal,
    tell(done, total) {
      // It may only grow: an answer of two long parts begins to count anew.
      if (done <= last) return
      last = done
      const params = { progressToken, progress: done, ...(total === null ? {} : { total }) }
      // Nobody may listen any more.
      void notify({ method: 'notifications/progress', params }).catch(() => undefined)
    },
  }
}

/** The field of the question that the failure is about; null: none alone. */
function fieldOf({ code }: Failure, input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null
  const field = FIELDS[code]?.find((name) => name in input)
  return field ?? null
}
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  NO_SUCH_STATION: ['stationIds', 'stationId'],
  NOT_IN_BOOK: ['archiveType'],
  UNKNOWN_ARCHIVE: ['archiveType'],
  QUESTION_REFUSED: ['sql'],
  QUESTION_WRONG: ['sql'],
}
