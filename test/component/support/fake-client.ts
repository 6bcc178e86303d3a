import { ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { Failure } from '../../../electron/contract/common.ts'
import type { Contract } from '../../../electron/contract/index.ts'

/** Every answer may be given without a promise, and only those that a test needs; the types are the contract's. */
type Answers<T> = {
  [Name in keyof T]?: T[Name] extends (...given: infer Given) => Promise<infer Answer>
    ? (...given: Given) => Answer | Promise<Answer>
    : Answers<T[Name]>
}
type Program = ContractRouterClient<Contract>

let answers: Answers<Program> = {}
const unanswered: string[] = []
/** What was asked, in its order: the question's name and its input. */
export const asked: { question: string; input: unknown }[] = []

/** Answers the window's questions from now on, beside those that were answered before. */
export function answer(more: Answers<Program>): void {
  for (const [domain, given] of Object.entries(more)) answers = { ...answers, [domain]: { ...Reflect.get(answers, domain), ...given } }
}

/** Forgets answers and questions. Resolves to the questions that had no answer: a test has to answer what is asked. */
export function endOfQuestions(): string[] {
  answers = {}
  asked.length = 0
  return unanswered.splice(0)
}

/** The error of a known failure, as the contract throws it. */
export const failing = (code: Failure['code'], data: Failure['data'] = {}) => new ORPCError('FAILED', { status: 422, data: { code, data } })

/** Streams of the contract, which say nothing unless a test lets them. */
const STREAMS = new Set(['watch', 'changes', 'commands'])

function call(domain: string, name: string, given: unknown[]): Promise<unknown> {
  const question = `${domain}.${name}`
  asked.push({ question, input: given[0] })
  const found: unknown = Reflect.get(Reflect.get(answers, domain) ?? {}, name)
  if (typeof found === 'function') return Promise.resolve().then(() => found(...given))
  if (STREAMS.has(name)) return new Promise(() => undefined)
  unanswered.push(question)
  return Promise.reject(new Error(`the test has no answer to ${question}`))
}

/** Stands in for the client: the window cannot tell it from the program. */
export const fakeClient = new Proxy(
  {},
  {
    get: (_, domain) =>
      new Proxy(
        {},
        {
          get:
            (__, name) =>
            (...given: unknown[]) =>
              call(String(domain), String(name), given),
        },
      ),
  },
) as Program
