import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Failed, Loading } from '../../parts/states.tsx'
import { filePageTexts as words } from '../../texts/file-page.ts'
import { previewKindOf } from './file-kind.ts'
import classes from './file-page.module.css'
import { NoPreview } from './no-preview.tsx'
import { PdfPages } from './pdf-pages.tsx'
import type { ShownVersion } from './shown-version.ts'
import { TextPreview } from './text-preview.tsx'

type Variant = 'content' | 'preview'

/** An address of the content that works without a token. It is requested again before it expires. */
function useAddress({ fileId, version }: ShownVersion, variant: Variant, enabled: boolean) {
  return useQuery({
    queryKey: ['address', `/${fileId}`, version, variant],
    enabled,
    staleTime: 3_000_000,
    refetchOnWindowFocus: false,
    queryFn: async () =>
      (
        await api<{ address: string }>('POST', `/v1/files/${fileId}/addresses`, {
          body: { version, variant, seconds: 3_600 },
        })
      ).address,
  })
}

interface FilePreviewProps {
  shown: ShownVersion
  onDownload: () => void
}

/** The content of a version, as far as a browser can show it without running anything in it. */
export function FilePreview({ shown, onDownload }: FilePreviewProps) {
  const { fileId, name, version, size, mimeType } = shown
  const kind = previewKindOf(name, mimeType)
  switch (kind) {
    case 'picture':
      return <Picture shown={shown} onDownload={onDownload} />
    case 'pdf':
      return <PdfPages shown={shown} onDownload={onDownload} />
    case 'video':
    case 'audio':
      return <Media kind={kind} shown={shown} onDownload={onDownload} />
    case 'none':
      return <NoPreview why={words.noKind(mimeType)} onDownload={onDownload} />
    default:
      return <TextPreview kind={kind} fileId={fileId} version={version} size={size} onDownload={onDownload} />
  }
}

/** Browsers do not support every image format, but the service may have prepared a preview in one that they do. */
function Picture({ shown, onDownload }: FilePreviewProps) {
  const [failed, setFailed] = useState(0)
  const variant = (['content', 'preview'] as const)[failed]
  const { data, error, refetch } = useAddress(shown, variant ?? 'content', variant !== undefined)
  if (variant === undefined) return <NoPreview why={words.noPicture} onDownload={onDownload} />
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />
  if (data === undefined) return <Loading rows={8} />
  return (
    <figure className={classes['picture']}>
      <img src={data} alt={words.alt(shown.name)} onError={() => setFailed(failed + 1)} />
    </figure>
  )
}

function Media({ kind, shown, onDownload }: FilePreviewProps & { kind: 'video' | 'audio' }) {
  const [failed, setFailed] = useState(false)
  const { data, error, refetch } = useAddress(shown, 'content', true)
  if (failed) return <NoPreview why={words.noMedia(shown.mimeType)} onDownload={onDownload} />
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />
  if (data === undefined) return <Loading rows={8} />
  const given = {
    controls: true,
    preload: 'metadata',
    src: data,
    'aria-label': shown.name,
    onError: () => setFailed(true),
  } as const
  return (
    <div className={classes['media']}>{kind === 'video' ? <video {...given} /> : <audio {...given} />}</div>
  )
}
