import { ref, watch, type Ref } from 'vue'

/**
 * Remembers small things about the window in localStorage: widths, columns, what was open. A value that `fits` refuses
 * (an older version's) is dropped.
 */
export function kept<T>(name: string, initial: T, fits: (value: unknown) => value is T): Ref<T> {
  const key = `meterbook.${name}`
  const value = ref(read(key, initial, fits)) as Ref<T>
  watch(value, (now) => localStorage.setItem(key, JSON.stringify(now)), { deep: true })
  return value
}

function read<T>(key: string, initial: T, fits: (value: unknown) => value is T): T {
  const text = localStorage.getItem(key)
  if (text === null) return initial
  try {
    const value: unknown = JSON.parse(text)
    return fits(value) ? value : initial
  } catch {
    return initial
  }
}

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
