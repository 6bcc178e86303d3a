import { McpServer, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server'
import type { AskOptions } from '../book/threads/thread.ts'
import type { PublicViewWords } from '../words/public-view-words.ts'
import { toldFailure, type FailureParts } from './failure.ts'
import { textOf, type ToldAnswer } from './fitting.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { addResources } from './resources.ts'
import type { Answers } from './thread.ts'
import type { Tool } from './tool.ts'

/** The book as the Model Context Protocol has it: tools, resources, and what is said of both. */

export interface Served extends FailureParts {
  answers: Answers
  tools: readonly Tool[]
  version: string
  views: PublicViewWords
}

/** Values of one question, the numbers of long lists too. */
const MOST_ELEMENTS = 10_000

/** Nothing is changed, and nothing but the book is asked. */
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const

/** One server for a connection, of whichever of the protocol's eras. */
export function serverOf({ answers, tools, version, views, ...parts }: Served): McpServer {
  const server = new McpServer(
    { name: 'meterbook', title: 'Meterbook', version },
    { instructions: INSTRUCTIONS, maxToolInputElements: MOST_ELEMENTS },
  )
  for (const { name, title, description, input: inputSchema, output: outputSchema } of tools) {
    server.registerTool(name, { title, description, inputSchema, outputSchema, annotations: READS }, (input, context) =>
      resultOf(() => answers.ask('ask', { name, input }, optionsOf(context)), input),
    )
  }
  // The package looks tools up in a plain object, which has `toString` and others besides.
  Object.setPrototypeOf(server['_registeredTools'], null)
  addResources(server, { answers, views, ...parts })
  return server

  async function resultOf(work: () => Promise<ToldAnswer>, input: unknown): Promise<CallToolResult> {
    try {
      const { structured, text } = await work()
      return { content: [{ type: 'text', text }], structuredContent: structured }
    } catch (error) {
      return { content: [{ type: 'text', text: textOf(toldFailure(error, input, parts)) }], isError: true }
    }
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
