import type { Clients, Module, State } from '../../module';
import type { Reading, Worth } from '../../ui/home/balances';
import type { Fetched } from '../../ui/home/fetched';
import type { PartFacts } from '../../ui/home/page';
import type { PiecePicture } from '../../ui/home/tokens';
import type { HomePageName, HomeView, Notice } from '../../ui/home/view';
import type { WaitingFacts } from '../../ui/home/waiting';
import type { DialogInput } from '../../ui/review/reduceReview';

/** What the chain says of a transaction: its fee in FRI, and who sent it. */
export type Paid = { readonly fee: bigint; readonly sender: string | undefined };

/** Balances in smallest units, by address of the token. */
export type Holdings = ReadonlyMap<string, bigint>;

/** What a drawing of the page depends on besides state. */
export type Drawing = {
  balances?: Reading;
  total?: Worth | undefined;
  /** What hosts answered; they are not asked again if it is given. */
  fetched?: Fetched;
  /** Fees of transactions, by hash. */
  paid?: ReadonlyMap<string, Paid>;
  /** What the account in sight has. */
  holdings?: Holdings;
  /** The picture that the user asked for. */
  picture?: PiecePicture;
  notice?: Notice | undefined;
  /** The press that hosts are asked for: the next drawing ends it. */
  busy?: 'review' | 'max';
  /** True right after a form was accepted. */
  isTaken?: boolean;
  /** What is put into fields of the form in sight: all others keep what was typed. */
  fill?: Readonly<Record<string, string>>;
};

/** The open page, as it was when an event arrived. */
export type OpenPage = {
  readonly module: Module;
  readonly id: string;
  readonly view: HomeView;
  /** The user's last input there. */
  readonly event: DialogInput;
  /** True if the user did it before the module was ended, and is asked again. */
  readonly isAgain: boolean;
  /** Shows that something is worked on, in the place of the part in sight. */
  wait(facts: WaitingFacts): Promise<void>;
  /** Opens a part of the page at once, about something. */
  open(page: HomePageName, about?: string, drawing?: Drawing): Promise<void>;
  /** Draws the page with another view at once, and lets its part read what hosts know. */
  show(changes: Partial<HomeView>, drawing?: Drawing): Promise<void>;
  /**
   * Shows what came of a press that took its time. If the user has gone elsewhere meanwhile, what
   * is in sight stays and is drawn anew, with the notice. @returns false if the page is gone
   */
  conclude(changes: Partial<HomeView>, drawing?: Drawing): Promise<boolean>;
  /** Tells what comes of a press, in whichever part is in sight. */
  tell(notice: Notice): Promise<void>;
  /** Opens a part as what came of a press that took its time. @returns false if the page is gone */
  lead(page: HomePageName, about: string, drawing?: Drawing): Promise<boolean>;
  /**
   * Changes the view that the page has now and draws it, if the same part is still in sight. In
   * turn with other drawings: none undoes what the user has done meanwhile.
   */
  update(
    change: (now: HomeView) => Partial<HomeView> | Promise<Partial<HomeView>>,
    drawing?: Drawing | (() => Drawing),
  ): Promise<void>;
  /** Draws the page as it is now, if the same part is still in sight. */
  redraw(drawing?: Drawing): Promise<void>;
};

type Answer = Promise<unknown>;

/** A part of the page: its facts, and its answers to inputs. */
export type Part<Name extends HomePageName> = {
  /** The content, from state alone; undefined if there is nothing such, which leads to the first part. */
  facts(
    module: State & Clients,
    view: HomeView,
    drawing: Drawing,
  ): Promise<PartFacts[Name] | undefined>;
  /** The drawing until hosts have answered. */
  readonly untilFilled?: Drawing;
  /** Reads what hosts know, and draws it. */
  fill?(page: OpenPage, drawing: Drawing): Promise<unknown>;
  /** Actions of buttons, by the beginning of their name; the rest is what they are about. */
  readonly press?: Readonly<Record<string, (page: OpenPage, about: string) => Answer>>;
  /** Actions of changed fields, by name. */
  readonly change?: Readonly<Record<string, (page: OpenPage, value: unknown) => Answer>>;
  /** Actions of submitted forms, by the beginning of their name. */
  readonly submit?: Readonly<
    Record<string, (page: OpenPage, about: string, value: unknown) => Answer>
  >;
};
