import { Link } from 'wouter'
import { usePage } from '../../api/queries.ts'
import type { File as StoredFile } from '../../api/types.ts'
import { CutName } from '../../parts/cut-name.tsx'
import { Ago } from '../../parts/moments.tsx'
import { homeTexts } from '../../texts/home.ts'
import { Thumbnail } from '../files/thumbnail.tsx'
import classes from './home.module.css'
import own from './recent-files.module.css'

const words = homeTexts.files
const most = 5

interface FilesProps {
  /** The list that they are from. */
  path: string
  title: string
  /** The page that has all of them. */
  all?: string
}

/** The files that were changed last, with thumbnails where there are some. */
export function RecentFiles({ path, title, all }: FilesProps) {
  const { data } = usePage<StoredFile>(
    `${path}?sort=-updatedAt&limit=${most}&fields=fileName,version,mimeType,updatedAt`,
  )
  const files = data?.items ?? []
  if (files.length === 0) return null
  return (
    <section aria-label={title}>
      <header className={classes['sec']}>
        <h2>{title}</h2>
        {all !== undefined && <Link href={all}>{words.all}</Link>}
      </header>
      <ul className={own['pictures']}>
        {files.map(({ id, details }) => (
          <li key={id}>
            <Link href={`/p/file/${id}`}>
              <span className={own['picture']}>
                <Thumbnail id={id} file={details} size={24} />
                {details.version > 1 && <b>{words.version(details.version)}</b>}
              </span>
              <span className={own['file']}>
                <CutName name={details.fileName} />
              </span>
            </Link>
            <small>
              <Ago at={details.updatedAt} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
