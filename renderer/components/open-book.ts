import { useRouter } from 'vue-router'
import { toFailure } from '../client.ts'
import { damagedBookIn, recoveryAt } from '../places/recovery.ts'
import { useBook } from '../stores/book.ts'

/**
 * Opens a book from anywhere in the window, or asks for one (null). One that is damaged leads to where it is recovered. A file
 * that is no book does so only while none is open: whoever drops a wrong file keeps what is on the screen. Resolves to whether
 * a book was opened. Throws what opening fails with else.
 */
export function useBookOpener(): (file: string | null) => Promise<boolean> {
  const book = useBook()
  const router = useRouter()
  return async (file) => {
    try {
      if (file === null) return await book.choose()
      await book.open(file)
      return true
    } catch (error) {
      const damaged = damagedBookIn(toFailure(error))
      if (!damaged || (damaged.refused === 'NOT_A_BOOK' && book.summary !== null)) throw error
      await router.push(recoveryAt(damaged))
      return false
    }
  }
}
