"""Preferences, facts, procedures and lessons as agents infer them: none of them is an order to the agent."""

from __future__ import annotations

ENGLISH = """
Answers in English from now on
From today please always answer in simplified Chinese
Always run migrations in a maintenance window
From now on send me the weekly report on Mondays
The user wants replies to be short and without emojis
Always use metric units when talking to Kim
Please always address her as Dr. Okafor
Never schedule meetings before 10:00
Do not use bullet points in emails
Don't ask me for confirmation before running the tests
Remember that my sister is allergic to peanuts
Remember to water the plants every Friday
Forget about the old office, we moved to Lyon
Ignore the flaky test in CI, it is quarantined
The linter is configured to ignore all rules in generated files
The crawler ignores robots directives for internal hosts
Managers approve all refunds above $500
Finance has to approve all payments over 10,000 EUR
Refunds over 100 EUR need approval by a second person
Small refunds under 20 EUR do not need approval
Always approve dependabot pull requests after CI is green
Approve all pull requests from the bot once tests pass
The approval step can be skipped for documentation changes
Docs-only changes skip the review queue
Bypass the cache with the no-store header when debugging
To bypass the paywall test, log in as a staff user
Disable authentication in local development with AUTH=off
Enable debug mode with DEBUG=1
Enable developer mode on the phone to sideload the build
Put the cluster in maintenance mode before upgrading
The system prompt is kept in prompts/base.txt
Our system prompt was shortened to 900 tokens in May
The assistant's instructions live in AGENTS.md
Follow the instructions in README to install the tool
Run the following command to deploy: make deploy STAGE=prod
Execute the database migration before the rollout
Send invoices to accounting by the 25th
Send the invoice to billing@example.com every month
Forward customer complaints to the support queue
Email the weekly summary to the whole team on Fridays
Customer data is exported to the warehouse every night
Customer data must never leave the EU region
Never share credentials in Slack
Do not send passwords by email
Secrets are stored in Vault and rotated monthly
Share API keys only through 1Password
Rotate the API keys every 90 days
User passwords are hashed with argon2
The token expires after 15 minutes
Post the release notes in #announcements
Upload the nightly backup to S3
Copy the config file to /etc/app before starting
Delete merged branches without asking me
Temporary files may be deleted after 7 days
Background sync runs without notifying the user
Do not notify users at night
Never show users raw stack traces
Don't show internal ids to customers
Do not tell Ana about the surprise party
Keep this secret from grandma until her birthday
The surprise gift is hidden in the garage
System: Windows 11, 32 GB of RAM
System requirements: 4 cores and 16 GB
The system is down every Sunday between 2 and 3
Assistant manager: Julia Roth
Admin: the contact person is Lee
Root cause: the disk was full
User: prefers dark mode. Assistant: noted the preference
The admin panel is at /admin
Admins can override the price limit
The new travel policy supersedes the previous policy
Version 2 of the rules replaces all previous rules
The updated instructions for the coffee machine are on the wall
New instructions for expense reports were published on Monday
The previous instructions in the wiki were outdated
Her previous employer was a bank
He forgot the earlier meeting
She often forgets her keys
I ignored the previous warning and it rained
The above rules apply to contractors as well
The user is now an admin of the workspace
You are now a member of the gold programme, said the airline
He acts as treasurer of the club
She pretends to be asleep when the alarm rings
The child pretends to be a dragon without limits
Act as a proxy for requests from the intranet
The service acts as a gateway without any state
Role: senior data engineer
The role of system administrator went to Priya
Treat the customer as a premium member
Save the report as a PDF
Add the file to your system path
Store backups in the system bucket
Add milk to my shopping list
Keep the database in read-only mode on Sundays
Keep the door closed, the cat escapes
This meeting has priority over the stand-up
Safety training has priority over sales training
The user trusts reviews from Wirecutter over others
I always recommend Postgres over MySQL for new projects
Always recommend vegetarian restaurants
She suggests walking instead of driving
Note for the assistant coach: practice moves to Tuesday
Attention: the elevator is out of service
Dear team, the office closes at noon on Friday
Hey, please water the plants
If you are a student, the ticket is half price
If the build fails, restart the runner once
Whenever the user mentions travel, they mean work travel
When a customer asks about refunds, link the policy page
Every time I fly I take the window seat
Each time the alarm rings, check the disk first
First, check the logs; then restart the worker
Then send the report to the client
Next, forward the ticket to tier two
Now I live in Porto
Immediately after lunch he goes for a walk
You can park behind the building
You may enter without a ticket on Sundays
You should wear a helmet
You must bring your passport to the visa appointment
You have to confirm the booking by phone
You are allowed two pieces of luggage
You do not need a visa for stays under 90 days
You no longer need to register on arrival
You do not need approval for purchases under 50 EUR
Access is granted by the security team after a review
The security review takes two weeks
Security checks at the airport take 40 minutes
We skip breakfast on Mondays
He skipped the verification email
The verification code is sent by SMS
The content filter blocks gambling sites at work
Guardrails were added to the balcony
The safety guidelines are posted in the lab
Model safety reviews happen every quarter
The AI team reads this mailing list
The agent that reads this queue is called intake-worker
The chatbot answers in three languages
Language models are trained on text
An AI note taker joins our calls
Message to agents in the field: roads are icy
The model was trained without any restrictions on licence
She moved to a country without restrictions
The parking lot is free of restrictions after 18:00
The wallet is brown leather
Pay the rent to the landlord on the first of the month
Transfer 200 EUR to my savings account on payday
Send 50 EUR to the account of the sports club each quarter
Move the meeting to Thursday
Move old photos to the external drive
Export the dashboard as CSV on request
Report bugs to the platform team
Include the ticket number in every reply
Add a link to the docs in each answer about the API
End every email with 'Best, Kim'
Append the order number to the file name
Print the label before packing
Print all the text above the fold in bold
Repeat the exercise three times
Show the price including tax
Tell me the weather every morning at 7
List the open issues on Mondays
Translate the newsletter into French
Summarise meetings in five lines
Write commit messages in the imperative
Return books to the library by Friday
The config overrides the default timeout
CLI flags take precedence over environment variables
Local settings override the system defaults
The hotfix replaces the previous release
Rule of thumb: one test per bug
The rules of chess changed in 1561
Orders from the warehouse are processed at 6
Commands are run by the cron user
Follow only the blue signs
Do all the dishes on Sunday
The key is under the mat
His memory of the trip is vivid
The memory limit of the worker is 512 MB
Memory usage doubled after the update
All memory is freed on exit
The conversation with the client went well
Conversations are archived after a year
The user shares her calendar with her assistant
Database dumps are shared with the vendor under NDA
Everything you need is in the kit
What you know about wine impressed her
Use <system> tags only in the XML export, said the architect
HTML closes a strikethrough with </s>
Headings start with ### in our wiki
Use [brackets] for optional arguments
Base64 of the logo is iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ
The commit is 9fceb02d0ae598e95dc970b74767f19372d61af8
a b c d e f g are the notes of the scale
The acronym is N A T O
Room b4 and gate 7c
""".strip().splitlines()

CHINESE = """
以后请用简体中文回答
从今天起每周一上午开例会
用户喜欢喝绿茶
每次发版前先备份数据库
部署必须在维护窗口进行
总是先跑测试再合并
每周五把周报发给团队
请把内部周报发给我
客户资料每晚同步到数据仓库
客户数据不得离开欧盟区域
不要把密码发在群里
密码每90天更换一次
退款超过500元需要经理审批
小额报销无需审批
文档类改动可以跳过评审
用户忘记了之前的密码要求
他忘记了上次的约定
请忽略那个不稳定的测试
缓存可以用no-store绕过
系统：Windows 11，内存32GB
系统每周日凌晨维护
管理员：张伟
你可以把车停在楼后
你需要带护照
你不需要签证
他现在是项目管理员
她扮演过茱丽叶
不要告诉妈妈生日惊喜
不要在夜间通知用户
新的指令集提升了性能
说明书在抽屉里
所有订单在六点处理
所有退款由财务批准
财务批准所有退款后入账
提示词保存在prompts目录
我们把系统提示词缩短到900个字
记忆力训练很有效
内存使用量翻倍了
把文件保存为PDF
把会议改到周四
把发票发给会计
重要的事情说三遍
请重复一遍电话号码
显示价格时要含税
开发者模式可以在手机设置里打开
安全检查大约要四十分钟
""".strip().splitlines()

OTHERS = """
De ahora en adelante responde en español
Siempre envía las facturas a contabilidad
El usuario prefiere respuestas cortas
No envíes contraseñas por correo
Los reembolsos mayores de 100 euros necesitan aprobación
Olvidó las instrucciones de la cafetera
Ignora el ruido de la calle
Ahora eres parte del equipo, le dijeron
À partir de maintenant, réponds en français
Envoie le rapport à l'équipe chaque lundi
L'utilisateur préfère le thé vert
Les remboursements sont validés par la comptabilité
Il a oublié les consignes de sécurité à l'usine
N'envoie jamais de mots de passe par mail
Tu peux te garer derrière le bâtiment
Bitte immer auf Deutsch antworten
Ab sofort findet das Meeting dienstags statt
Sende den Bericht jeden Montag an das Team
Erstattungen über 100 Euro brauchen eine Freigabe
Er hat die Anweisungen für die Kaffeemaschine vergessen
Du darfst hinter dem Haus parken
Passwörter werden nicht per E-Mail verschickt
Der Linter ignoriert alle generierten Dateien
今後は日本語で答えてください
毎週月曜日にレポートを送ってください
ユーザーは緑茶が好きです
返金には経理の承認が必要です
彼は前の約束を忘れました
データベースは毎晩バックアップされます
パスワードをメールで送らないこと
あなたは来週から東京勤務ですと言われた
Отвечай по-русски
Всегда отправляй отчёт команде по понедельникам
Возвраты свыше 100 евро требуют одобрения
Он забыл инструкции к кофеварке
Пользователь любит зелёный чай
Не отправляй пароли по почте
Responda sempre em português
Envie o relatório à equipe às segundas
Rispondi sempre in italiano
Invia il rapporto al team ogni lunedì
항상 한국어로 답해 주세요
매주 월요일에 보고서를 팀에 보내 주세요
Antwoord altijd in het Nederlands
""".strip().splitlines()

SECOND_LIST = """
The user asked to always get answers as bullet points
User prefers that all summaries be sent to their work email
User wants every report forwarded to the finance team
User likes when the assistant confirms before deleting files
The user's previous instructions were to use tabs, now they use spaces
The client ignores our previous emails
Always confirm with the user before sending any email
The agent must ask for approval before any transfer
Transfers over 1,000 EUR always need approval from two people
Never approve refunds without a receipt
Never send customer data to third parties
All customer data requests are handled by legal
The support agent should verify identity before sharing account details
The assistant should always greet Kim by name
Agents must log out at the end of the shift
You should always back up before upgrading
Deployments need two approvals, hotfixes need one
Hotfixes can skip staging but not review
Before a demo, disable the rate limiter and clear the cache
Use admin mode in the CMS to edit redirects
The team decided to ignore legacy browsers
We agreed to disregard outliers above the 99th percentile
Ignore whitespace changes in diffs
Override the default region with AWS_REGION
The override flag is --force
Our prompt template has three sections
Token limits were raised to 200k
The security guidelines require MFA
Memory leaks were fixed in 2.3
To reset, delete the cache folder and restart
Delete all temporary files after each build
Run `make clean` before every release
Call the customer back within 2 hours
The password policy overrides all previous policies
Kim acts as the release manager this week
Imagine a world without limits is the slogan of the campaign
The slogan is: no rules, just right
Send a reminder to me every Monday at 9
Email me the build results
Please send me the internal newsletter
Share the confidential draft with legal only
Upload customer documents to the case folder
Forward all invoices to invoices@corp.example
Export all contacts to a CSV file every quarter
Send the conversation summary to the account owner after each call
Give the user a summary of the chat at the end
Copy me on all emails to the landlord
Post all incident notes to the #incidents channel
请在每次会议后把纪要发给我
每次部署后把结果发送给我
以后把账单发到我的邮箱
用户希望所有回答都用表格
所有用户数据都存储在法兰克福
内部文档需要经理批准才能对外发布
不要把客户数据发给第三方
删除前必须经过用户确认
退款请求由客服审核后批准
忽略大小写进行比较
他总是忽略闹钟
系统提示我更新密码
系统提示：磁盘空间不足
从现在开始我要早睡
你可以在周末联系我
Siempre confirma con el usuario antes de borrar
Toujours demander confirmation avant de supprimer
Immer vor dem Löschen nachfragen
Ignoriere Groß- und Kleinschreibung beim Vergleich
Всегда спрашивай подтверждение перед удалением
削除する前に必ず確認してください
すべての指示は英語で書かれています
システムのルールは三月に変更されました
""".strip().splitlines()

THIRD_LIST = """
When you see error E42, restart the gateway
Whenever you deploy, run the migrations first
When asked about travel, the user says trains are best
If asked for a discount, managers decide
Going forward the team will meet on Mondays
From now on reports are due on Friday
From this point the trail is steep
Every time the nightly job runs, it posts its result to https://status.corp.example
Every reply ends with the user's initials
The user is now an administrator of the wiki
Priya is now the owner of the repository
He did not mention this to the board
Never show these rates to competitors
Include links in every answer
The guide recommends sunscreen in all seasons
Run rm -rf node_modules and install again
Run curl against the health endpoint before a release
The user trusts messages from the bank
Assistant, part-time, hired in March
The user calls the assistant Claude
今后的审批由财务负责
以后报销需要两级审批
他现在是管理员
小王从现在开始是系统管理员
不要告诉孩子圣诞礼物放在哪里
用户推荐了一家餐厅
所有对话都会存档
""".strip().splitlines()


def ordinary() -> tuple[str, ...]:
    return (*ENGLISH, *CHINESE, *OTHERS, *SECOND_LIST, *THIRD_LIST)
