import { request, type Dispatcher } from 'undici'
import { MeterbookError } from '../../contract/errors.ts'
import type { Channel, UpdateSilence } from '../../contract/update-words.ts'
import { normaliseAddress, placeOf } from '../../service/address.ts'
import { createDispatcher, type Way } from '../../service/dispatcher.ts'
import { ServiceError, type ServiceErrorCode } from '../../service/errors.ts'
import { DEFAULT_LIMITS, type Limits } from '../../service/limits.ts'
import { networkFailure, send, type AnswerHead } from '../../service/transport.ts'
import { MANIFEST, MOST_MANIFEST_BYTES, SIGNATURE_ENDING } from './manifest.ts'
import { unavailable } from './refused.ts'

/**
 * The place of releases: a folder on a web server, asked over the lines that the service is asked over (the proxy, the
 * system's certificates). https alone; no redirect is followed, and nothing that tells who asks is sent.
 */

const SMALL: Limits = { ...DEFAULT_LIMITS, headMs: 60_000, answerMs: 60_000, maxBodyBytes: MOST_MANIFEST_BYTES }
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'cache-control': 'no-cache', 'user-agent': 'Meterbook' }

export interface Feed {
  address: string
  way: Way
  limits?: Limits | undefined
}
/** A manifest with its signature, as they came: nothing is known of them yet. */
export interface Claim {
  manifest: Uint8Array
  signature: Uint8Array
}

/** @throws MeterbookError UPDATE_UNAVAILABLE; CANCELLED */
export async function fetchClaim(feed: Feed, channel: Channel, signal?: AbortSignal): Promise<Claim> {
  const manifest = addressIn(feed.address, MANIFEST[channel])
  return over(feed, async (dispatcher, limits) => ({
    manifest: await small(dispatcher, manifest, limits, signal),
    signature: await small(dispatcher, `${manifest}${SIGNATURE_ENDING}`, limits, signal),
  }))
}

/** The address of a file of the folder: a name never leads out of it. */
export const addressIn = (folder: string, name: string): string => `${folder}${encodeURIComponent(name)}`

/** The bytes of a package as they come. @throws as `fetchClaim`, before the first of them or in between */
export async function* fetchPackage(feed: Feed, name: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const { dispatcher } = lineOf(feed)
  try {
    const address = addressIn(feed.address, name)
    const { statusCode, headers, body } = await request(address, { dispatcher, headers: HEADERS, ...(signal && { signal }) })
    assertGiven({ status: statusCode, header: (name) => [headers[name]].flat()[0] ?? null })
    for await (const chunk of body) yield chunk as Buffer
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof MeterbookError ? error : worded(networkFailure(error, false, name))
  } finally {
    // A body that nobody wants any more is not heard out.
    await dispatcher.destroy()
  }
}

function lineOf({ address, way, limits = SMALL }: Feed): { dispatcher: Dispatcher; limits: Limits } {
  try {
    return { dispatcher: createDispatcher(normaliseAddress(address), way, limits), limits }
  } catch (error) {
    throw worded(error)
  }
}

async function over<T>(feed: Feed, work: (dispatcher: Dispatcher, limits: Limits) => Promise<T>): Promise<T> {
  const { dispatcher, limits } = lineOf(feed)
  try {
    return await work(dispatcher, limits)
  } catch (error) {
    throw worded(error)
  } finally {
    await dispatcher.destroy()
  }
}

async function small(dispatcher: Dispatcher, address: string, limits: Limits, signal?: AbortSignal): Promise<Buffer> {
  const { origin, pathname } = new URL(address)
  const outgoing = { method: 'GET' as const, path: pathname, headers: HEADERS }
  const answer = await send(dispatcher, origin, outgoing, limits, { onHead: assertGiven, giveUp: signal })
  return answer.body
}

function assertGiven({ status, header }: AnswerHead): void {
  if (status >= 300 && status < 400) throw unavailable('redirected', placeOf(header('location')) ?? '')
  if (status !== 200) throw unavailable('status', String(status))
}

const SILENCE: Partial<Record<ServiceErrorCode, UpdateSilence>> = {
  UNENCRYPTED_REFUSED: 'insecure',
  BAD_ADDRESS: 'insecure',
  UNREACHABLE: 'unreachable',
  BAD_PAGE: 'unreachable',
  TIMEOUT: 'timeout',
  TLS: 'tls',
  PROXY_REFUSED: 'proxy',
  BODY_TOO_LARGE: 'too-large',
}

function worded(error: unknown): unknown {
  const silence = error instanceof ServiceError ? SILENCE[error.code] : undefined
  return silence === undefined ? error : unavailable(silence, '', error)
}
