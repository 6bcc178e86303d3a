import { startChangedService, type ChangedOptions, type ChangedService } from '../changed-service.ts'
import { mutated, type Json } from './mutator.ts'

/** The demo service over HTTP, whose answers a seed changes on their way to the wire. */

/** One answer with data: what was asked, which of its records were sent as the service has them, and which were changed. */
export interface Sent {
  path: string
  query: Readonly<Record<string, string>>
  sound: Json[]
  changed: Json[]
}

export interface FuzzedService extends ChangedService {
  sent: Sent[]
  /** `GET channel_data?…: record 3: event_time: far stamp`, each once, as they came. */
  mutations(): string[]
  /** From now on every answer is as the service has it. */
  mend(): void
}

export async function startFuzzedService(options: ChangedOptions & { seed: number }): Promise<FuzzedService> {
  const sent: Sent[] = []
  const all = new Set<string>()
  const attempts = new Map<string, number>()
  let isMended = false
  const service = await startChangedService(options, (request, answer) => {
    if (isMended) return answer
    const path = request.path.replace('/api/v1/', '')
    const key = `${path}?${new URLSearchParams(request.query).toString()}`
    const attempt = attempts.get(key) ?? 0
    attempts.set(key, attempt + 1)
    const { body, headers, mutations, sound, changed } = mutated(answer.body, { seed: options.seed, key, attempt })
    for (const one of mutations) all.add(`${key}: ${one}`)
    sent.push({ path, query: request.query, sound, changed })
    return { ...answer, body, headers: { ...answer.headers, ...headers } }
  })
  return { ...service, sent, mutations: () => [...all], mend: () => void (isMended = true) }
}
