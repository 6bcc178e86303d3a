import { ProtocolError, ProtocolErrorCode, type McpServer, type ReadResourceResult } from '@modelcontextprotocol/server'
import { RULE_CODES } from '../contract/rules.ts'
import { ruleFacts } from '../terminal/rule-facts.ts'
import { wordsOf } from '../words/program.ts'
import type { PublicViewWords } from '../words/public-view-words.ts'
import { toldFailure, type FailureParts } from './failure.ts'
import type { Answers } from './thread.ts'

/** What an assistant may read besides what it asks: the views of the book and their columns, the rules, what is in the book. */

const JSON_TYPE = 'application/json'

interface Offered extends FailureParts {
  answers: Answers
  views: PublicViewWords
}

export function addResources(server: McpServer, { answers, views, ...parts }: Offered): void {
  const add = (name: string, path: string, about: { title: string; description: string }, textOf: () => string | Promise<string>) =>
    server.registerResource(name, `meterbook://${path}`, { ...about, mimeType: JSON_TYPE }, async (uri): Promise<ReadResourceResult> => {
      try {
        return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: await textOf() }] }
      } catch (error) {
        // A resource has no other way to fail than the protocol's.
        const told = toldFailure(error, null, parts)
        throw new ProtocolError(ProtocolErrorCode.InternalError, told.error.sentence, told)
      }
    })

  add('book', 'book', { title: 'What is in the book', description: 'Counts, archives, coverage, completeness, freshness.' }, async () => {
    const { structured } = await answers.ask('summary', null)
    return JSON.stringify(structured)
  })

  add('rules', 'rules', { title: 'The rules', description: 'Every rule: its code, its name, what it finds.' }, () =>
    JSON.stringify(RULE_CODES.map((code) => ({ rule: code, ...wordsOf('en').rules[code] }))),
  )
  for (const code of RULE_CODES) {
    const { name, definition } = wordsOf('en').rules[code]
    add(`rule ${code}`, `rules/${code}`, { title: name, description: definition }, () => JSON.stringify(ruleFacts(code)))
  }

  add('views', 'views', { title: 'The public views', description: 'What may be asked in SQL: every view, and what it holds.' }, () =>
    JSON.stringify(Object.entries(views).map(([view, { about }]) => ({ view, about }))),
  )
  for (const [view, { about, columns }] of Object.entries(views))
    add(`view ${view}`, `views/${view}`, { title: view, description: about }, () => JSON.stringify({ view, about, columns }))
}
