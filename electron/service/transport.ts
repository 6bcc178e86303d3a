import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { codeOf, ServiceError } from './errors.ts'
import type { Limits } from './limits.ts'

/** One request as it goes out. `path` is from the root, with the query; it holds no secret. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface AnswerHead {
  status: number
  /** A header's value, null when it is missing; the first of several. */
  header(name: string): string | null
}

/** An answer whose body has been received in full, not yet decompressed. */
export interface Answer extends AnswerHead {
  body: Buffer
}

export interface SendOptions {
  /** Called as soon as the headers are there, before the body; what it throws fails the request. */
  onHead(head: AnswerHead): void
  /** Aborted: the body is not wanted any more (the headers still are: they carry the token). */
  drop?: AbortSignal | undefined
  /** Aborted: the request is broken off wherever it is. Only for one that spends no token: a sign-in. */
  giveUp?: AbortSignal | undefined
}

/**
 * Sends one request and receives its answer, whatever the status. Never follows a redirect, never repeats.
 * Throws UNREACHABLE and TIMEOUT (`data.sent`: the request may have reached the service; `data.slow`: the answer came too
 * slowly), TLS, BODY_TOO_LARGE, CANCELLED.
 */
export function send(
  dispatcher: Dispatcher,
  baseUrl: string,
  outgoing: OutgoingRequest,
  limits: Limits,
  options: SendOptions,
): Promise<Answer> {
  const { origin, pathname, search } = new URL(baseUrl + outgoing.path)
  const { method, headers, body = null } = outgoing
  return new Promise((resolve, reject) => {
    const receiver = new Receiver(pathOnly(outgoing.path), limits, options, resolve, reject)
    if (options.giveUp?.aborted === true) return receiver.giveUp()
    dispatcher.dispatch({ origin, path: pathname + search, method, headers, body }, receiver)
  })
}

/** Everything before the `?`: what errors and logs may show. */
export function pathOnly(path: string): string {
  const query = path.indexOf('?')
  return query === -1 ? path : path.slice(0, query)
}

/**
 * Receives undici's callbacks for one request, in order. A stream in between would cost more than parsing a page.
 * `onRequestStart` comes when the request gets its socket: before that, nothing can have been sent.
 */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #path: string
  readonly #limits: Limits
  readonly #options: SendOptions
  readonly #resolve: (answer: Answer) => void
  readonly #reject: (error: unknown) => void
  #isSent = false
  #head: AnswerHead | null = null
  #chunks: Buffer[] = []
  #bytes = 0
  #stop: (() => void) | null = null
  #controller: Dispatcher.DispatchController | null = null
  #overdue: NodeJS.Timeout | undefined
  /** Why we broke it off ourselves. */
  #why: { error: unknown } | null = null

  constructor(path: string, limits: Limits, options: SendOptions, resolve: (answer: Answer) => void, reject: (error: unknown) => void) {
    this.#path = path
    this.#limits = limits
    this.#options = options
    this.#resolve = resolve
    this.#reject = reject
    this.#overdue = setTimeout(() => this.#tooSlow(), limits.answerMs)
    options.giveUp?.addEventListener('abort', this.giveUp, { once: true })
  }

  readonly giveUp = (): void => this.#leave(new ServiceError('CANCELLED'))

  /** Stops waiting, even while there is no connection yet. */
  #leave(error: ServiceError): void {
    if (this.#controller) return this.#breakOff(this.#controller, error)
    this.#why = { error }
    this.#over()
    this.#reject(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#why) return controller.abort(new Error('given up'))
    this.#isSent = true
    this.#controller = controller
  }

  /** The idle limit alone would let an answer drip in for ever, byte by byte. */
  #tooSlow(): void {
    // The body of a refusal is not needed.
    if (this.#head?.status === 401) return this.#controller?.abort(new Error('too slow'))
    const sent = this.#isSent && this.#head === null
    this.#leave(new ServiceError('TIMEOUT', { path: this.#path, sent, slow: this.#isSent }))
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // 1xx: the answer itself is still to come.
    if (status < 200) return
    const head: AnswerHead = { status, header: (name) => firstOf(headers[name]) }
    this.#head = head
    try {
      this.#options.onHead(head)
    } catch (error) {
      return this.#breakOff(controller, error)
    }
    const { drop } = this.#options
    this.#stop = () => this.#breakOff(controller, new ServiceError('CANCELLED'))
    if (drop?.aborted === true) this.#stop()
    else drop?.addEventListener('abort', this.#stop, { once: true })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#why) return
    this.#bytes += chunk.length
    const limit = this.#limits.maxBodyBytes
    if (this.#bytes <= limit) this.#chunks.push(chunk)
    else this.#breakOff(controller, new ServiceError('BODY_TOO_LARGE', { path: this.#path, limit }))
  }

  onResponseEnd(): void {
    this.#over()
    if (this.#why) this.#reject(this.#why.error)
    else if (this.#head) this.#resolve({ ...this.#head, body: this.#takeBody() })
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: unknown): void {
    this.#over()
    // A refused token stays refused even when the body breaks off: asking again would not help.
    if (this.#head?.status === 401 && !this.#why) return this.#resolve({ ...this.#head, body: this.#takeBody() })
    // Once the headers (and with them the token) are here, nothing is in doubt: the page is simply asked for again.
    const sent = this.#isSent && this.#head === null
    this.#reject(this.#why ? this.#why.error : networkFailure(error, sent, this.#path))
  }

  #takeBody(): Buffer {
    const body = Buffer.concat(this.#chunks)
    this.#chunks = []
    return body
  }

  #breakOff(controller: Dispatcher.DispatchController, error: unknown): void {
    if (this.#why) return
    this.#why = { error }
    this.#over()
    controller.abort(error instanceof Error ? error : new Error('broken off', { cause: error }))
  }

  #over(): void {
    clearTimeout(this.#overdue)
    this.#options.giveUp?.removeEventListener('abort', this.giveUp)
    if (this.#stop) this.#options.drop?.removeEventListener('abort', this.#stop)
    this.#stop = null
  }
}

const unzip = promisify(gunzip)
const unflate = promisify(inflate)

/** The body as text. Throws BODY_TOO_LARGE beyond the limit of decompressed bytes, BAD_PAGE for a damaged or unknown encoding. */
export async function decode(answer: Answer, limits: Limits): Promise<string> {
  const encoding = (answer.header('content-encoding') ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return answer.body.toString('utf8')
  const options = { maxOutputLength: limits.maxBodyBytes }
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return (await unzip(answer.body, options)).toString('utf8')
    if (encoding === 'deflate') return (await unflate(answer.body, options)).toString('utf8')
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw new ServiceError('BODY_TOO_LARGE', { limit: limits.maxBodyBytes })
    throw new ServiceError('BAD_PAGE', { reason: 'damaged compression' }, error)
  }
  throw new ServiceError('BAD_PAGE', { reason: 'unknown encoding' })
}

function firstOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null
}

const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
/** OpenSSL's and Node's names of what is wrong with a certificate or a handshake. */
const TLS_CODES = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO$|UND_ERR_PRX_TLS)/

/** `data.cause` of an answer that is no HTTP. */
export const NOT_HTTP = 'NOT_HTTP'
const isNotHttp = (error: unknown): boolean => error instanceof Error && error.name === 'HTTPParserError'

/** undici's words for an answer of the proxy itself: it has no code for it. */
const PROXY_STATUS = /^Proxy (?:response|Authentication Required) \((\d{3})\)/

/** What undici says of a request that got no answer, as PROXY_REFUSED, TIMEOUT, TLS or UNREACHABLE. */
export function networkFailure(error: unknown, sent: boolean, path: string): ServiceError {
  const code = codeOf(error)
  const proxyStatus = error instanceof Error ? PROXY_STATUS.exec(error.message)?.[1] : undefined
  if (proxyStatus !== undefined) return new ServiceError('PROXY_REFUSED', { path, status: Number(proxyStatus) }, error)
  const data = { path, sent, cause: isNotHttp(error) ? NOT_HTTP : code }
  if (code !== null && TIMEOUTS.has(code)) return new ServiceError('TIMEOUT', data, error)
  if (code !== null && TLS_CODES.test(code)) return new ServiceError('TLS', data, error)
  return new ServiceError('UNREACHABLE', data, error)
}
