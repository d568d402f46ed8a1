/**
 * The building blocks of common passwords: words, names, keyboard patterns and the like, in lower case.
 * Compiled for this project; see `common-passwords.ts` for how it is used.
 */
export const commonWords = `
aaa abc abcabc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij access account accounts admin
administrateur administrator africa ahmed alejandro alessandro alexander alexandra ali always amanda
amazon america american amigo amigos amor amore andrea andrew android angel angels anna anonymous anthony
antonio anything apple april arschloch arsenal asd asdf asdfgh asdfghjkl asdfjkl ashley asshole atrium
audi august austin australia austria autumn awesome azerty azertyuiop baby babyboy babygirl backup bacon
banana barbara barcelona baseball basketball batman batterystaple bayern bbb beatles beer begin beijing
bella benjamin berlin bienvenido bienvenue bitch bitcoin black blank blessed blue bmw bonita bonjour
boston brandon brazil brother buddy burger business butter california camille canada candy carlos cash ccc
champion change changeme charles charlie charlotte cheese chelsea chen cherry cheval chicago chicken china
chocolate chouchou christ christopher ciao cisco class client coffee collaboration college company
computer contrasena cookie cool corazon correcthorse correcthorsebatterystaple corvette cowboys crazy
cricket crypto crystal customer daisy dallas daniel database david ddd december default demo denver
desktop deutschland diamond director dmitri dollar donttellanyone doudou dragon eagle eagles edcrfv eight
elizabeth elvis emily eminem emma empty england enter entry espana estrella europe everything example
extranet facebook faith falcon fall familia family father fatima february felix ferrari finance firma
first five florian florida flower football forever fortnite forzamilan four france francesca francisco
freedom friday friend friends fuck fuckyou funny fussball game gamer games ganesh geheim george germany
ginger giuseppe god gold golden golf google grace green guest guitar hallo hannah happy hardware harley
haslo hassan hawaii heaven hello herbst hero hockey hola honda honey hope horsebattery hot hunter
iamthebest ilove ilovegod iloveher ilovejesus iloveme ilovemyself iloveyou iloveyouforever imissyou india
initial instagram internet intranet iphone ironman italy ivan james january japan jasmine jennifer jessica
jesus joao john jonathan jordan jose joseph joshua juan julia july june justin juventus killer knight
krishna kunde lakers lakshmi laptop laura legend letmein letmeinnow liebe lily linux lion lisa liverpool
lkjhg lkjhgfdsa locked login logon london losenord loulou love lovely lover loveyou lucky lucy luis lukas
macintosh madonna madrid maggie manager manchester march maria marie markus marseille martin master
matthew max maximilian may melissa mercedes metal metallica mexico michael michelle microsoft miguel
milano minecraft mnbvcxz mohammed monday money monkey moon morgan moscow motdepasse mother mumbai music
mustang mutter mypassword mysql napoli naruto natasha nathalie network never newpassword newyork nicholas
nicole nimda nine ninja nirvana nissan nobody nokia noname none nopassword nothing november null october
oesterreich office oldpassword olga olivia one opensesame oracle orange ourpassword packers panther paris
parola pass passwd password passwordpassword passwort patricia paulo peace peanut pedro pepper peter
phoenix piano pizza playboy player please poiuy poiuytrewq pokemon porsche portal postgres prince princesa
princess private priya project projects protect purple qazwsx qazwsxedc queen qwe qweasd qweasdzxc qwerty
qwertyui qwertyuiop qwertz qwertzuiop racing rahul rainbow ranger realmadrid recover recovery red reset
rfvtgb ricardo rich robert roblox rock rockstar rocky roma root rose router rugby russia safe safety
sakura salasana sales samantha sample samsung samurai sarah saturday schatz school sebastian secret
secreto secure security senha september sergey server service services sesame seven sexy shadow shit
signin signup silver sister six sky slipknot smile soccer software soleil something sommer sonne sophie
spain spiderman spring star stars start startrek starwars steelers stefan stephanie strawberry student
sugar summer sun sunday sunshine super superman superuser support suzuki sweet sweetheart sydney system
tatiana taylor teacher teamo temp temporary ten tennis tequiero test tester testing texas tgbyhn thank
thankyou thisismypassword thomas three thursday tiger together tokyo toor toyota trust trustno tuesday
twitter two tyler ubuntu undefined united university unknown unlock usa user username vanessa vater
victoria vienna vodka wachtwoord wang warrior wasd wednesday welcome whatever whiskey white wien william
willkommen windows wine winner winter wireless wizard wolf wonderwoman work worker workspace wsxedc xsw
xxx xyz yamaha yankees yellow yourpassword youtube yuki yxcvbnm zaq zaqxsw zhang zxc zxcv zxcvbn zxcvbnm
zzz
`
