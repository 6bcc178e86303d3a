import { Agent, request, type IncomingHttpHeaders } from 'node:http'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body as JSON; throws where it is none. */
  json: Record<string, unknown>
}

const AUTH = ['access-token', 'token-type', 'client', 'uid'] as const
export type Auth = Record<(typeof AUTH)[number], string>

/** One request as it is, nothing followed, nothing unpacked. Rejects when the connection breaks. */
export function send(
  url: string,
  method: string,
  options: { headers?: Record<string, string>; body?: unknown; agent?: Agent } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { agent, body } = options
    const payload = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    const headers = {
      'Content-Type': 'application/json',
      // Node leaves it out of a GET by itself.
      ...(payload === '' ? {} : { 'Content-Length': String(Buffer.byteLength(payload)) }),
      ...options.headers,
    }
    const sent = request(url, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          get json() {
            return JSON.parse(text) as Record<string, unknown>
          },
        })
      })
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** One lane: keeps its token chain as the document says, and nothing more. */
export class Lane {
  auth: Auth = { 'access-token': '', 'token-type': '', client: '', uid: '' }
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(url: string) {
    this.#url = url
  }

  async signIn(email: string, password: string): Promise<Answer> {
    const answer = await send(`${this.#url}/api/v1/auth/sign_in`, 'POST', {
      body: { email, password },
      agent: this.#agent,
    })
    this.#adopt(answer)
    return answer
  }

  async get(path: string, query: Record<string, string | number> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
    const url = `${this.#url}/api/v1/${path}${text === '' ? '' : `?${text}`}`
    const answer = await send(url, 'GET', { headers: { ...this.auth, ...headers }, agent: this.#agent })
    this.#adopt(answer)
    return answer
  }

  signOut(): Promise<Answer> {
    return send(`${this.#url}/api/v1/auth/sign_out`, 'DELETE', { headers: { ...this.auth }, agent: this.#agent })
  }

  /** Every record of a list. */
  async all(path: string, query: Record<string, string | number> = {}): Promise<unknown[]> {
    const out: unknown[] = []
    for (let page: unknown = 1; page !== null;) {
      const { json } = await this.get(path, { ...query, page: Number(page) })
      out.push(...(json.data as unknown[]))
      page = json.next_page
    }
    return out
  }

  #adopt(answer: Answer): void {
    for (const name of AUTH) {
      const value = String(answer.headers[name] ?? '').trim()
      if (value !== '') this.auth[name] = value
    }
  }
}
