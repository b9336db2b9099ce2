import {
  AtSign,
  CodeXml,
  Columns2,
  Heading,
  Image,
  Link2,
  Minus,
  MoveVertical,
  PanelBottom,
  ShoppingBag,
  Stamp,
  Type,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { BlockKind } from './model/block-document.ts'

export const KIND_ICONS: Record<BlockKind, ReactNode> = {
  heading: <Heading />,
  text: <Type />,
  image: <Image />,
  button: <Link2 />,
  divider: <Minus />,
  spacer: <MoveVertical />,
  columns: <Columns2 />,
  footer: <PanelBottom />,
  logo: <Stamp />,
  social: <AtSign />,
  html: <CodeXml />,
  products: <ShoppingBag />,
}
