// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IPriceFeed} from "./interfaces/IPriceFeed.sol";
import {BoundedRead} from "./libraries/BoundedRead.sol";

/// @title Probe
/// @notice A stateless lens: reads balances, allowances, code hashes and feeds in one call.
/// @dev Never deployed. Its runtime bytecode is put at some address by the state override of an
/// `eth_simulateV1`, before and after the calls under examination. No read can spoil another one: each gets
/// bounded gas, and a failing one is reported as (false, 0).
contract Probe {
    /// @notice Stands for the chain's native currency in a balance query.
    address internal constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// @notice Longest answer of a view that is handed on.
    uint256 internal constant MAX_VIEW_BYTES = 65_536;

    /// @dev What an allowance is that its token tells; 0x00 where it does not answer.
    bytes1 internal constant NOTHING = 0x01;
    bytes1 internal constant SOMETHING = 0x02;

    struct BalanceQuery {
        address token;
        address account;
    }

    struct Amount {
        bool ok;
        uint256 value;
    }

    struct FeedReading {
        bool ok;
        int256 answer;
        uint256 startedAt;
        uint256 updatedAt;
        uint8 decimals;
    }

    struct ViewQuery {
        address target;
        bytes data;
    }

    struct Answer {
        bool ok;
        bytes data;
    }

    /// @dev `allowances` has a byte each: 0x00, NOTHING, or SOMETHING, whose amount is the next of `allowed`.
    struct Reading {
        Amount[] balances;
        bytes allowances;
        uint256[] allowed;
        bytes32[] codeHashes;
        FeedReading[] feeds;
        Amount[] decimals;
        Answer[] views;
        uint256 blockNumber;
        uint256 timestamp;
        uint256 chainId;
        uint256 baseFee;
    }

    /// @notice Reads everything asked for, in the order asked.
    /// @param balances Token and account; the token 0xEeee…EEeE means native currency.
    /// @param parties Tokens, owners and spenders, each of them once.
    /// @param allowances Six bytes each: the places of token, owner and spender among the parties.
    /// @param accounts Accounts whose code hash is wanted: 0 for one that does not exist,
    /// keccak256("") for one without code.
    /// @param feeds Price feeds with Chainlink's interface; `ok` says that both reads answered, not that the
    /// price is fresh.
    /// @param tokens Tokens whose decimals are wanted.
    /// @param views Calls whose answers are wanted as they are. They come last and share what gas is left, each as
    /// much as any after it.
    function read(
        BalanceQuery[] calldata balances,
        address[] calldata parties,
        bytes calldata allowances,
        address[] calldata accounts,
        address[] calldata feeds,
        address[] calldata tokens,
        ViewQuery[] calldata views
    ) external view returns (Reading memory reading) {
        reading.balances = new Amount[](balances.length);
        for (uint256 i; i < balances.length; ++i) {
            reading.balances[i] = _balance(balances[i].token, balances[i].account);
        }
        (reading.allowances, reading.allowed) = _allowances(parties, allowances);
        reading.codeHashes = new bytes32[](accounts.length);
        for (uint256 i; i < accounts.length; ++i) {
            reading.codeHashes[i] = accounts[i].codehash;
        }
        reading.feeds = new FeedReading[](feeds.length);
        for (uint256 i; i < feeds.length; ++i) {
            reading.feeds[i] = _feed(feeds[i]);
        }
        reading.decimals = new Amount[](tokens.length);
        for (uint256 i; i < tokens.length; ++i) {
            (bool ok, uint256 value) =
                BoundedRead.readUint(tokens[i], abi.encodeCall(IERC20Metadata.decimals, ()));
            reading.decimals[i] = Amount(ok, value);
        }
        reading.views = _views(views);
        reading.blockNumber = block.number;
        reading.timestamp = block.timestamp;
        reading.chainId = block.chainid;
        reading.baseFee = block.basefee;
    }

    /// @notice Makes calls and tells what each of them answers. They may write, which is gone with the call of this.
    /// @dev None keeps another from its answer: each has an equal part of the gas that is left, and what fails with that
    /// is called once more with an equal part of what the others did not use.
    function ask(ViewQuery[] calldata queries) external returns (Answer[] memory answers) {
        answers = new Answer[](queries.length);
        bool[] memory isOver = new bool[](queries.length);
        uint256 starved = _ask(queries, answers, isOver, queries.length);
        if (starved > 0) _ask(queries, answers, isOver, starved);
    }

    function _ask(
        ViewQuery[] calldata queries,
        Answer[] memory answers,
        bool[] memory isOver,
        uint256 waiting
    ) private returns (uint256 starved) {
        for (uint256 i; i < queries.length; ++i) {
            if (isOver[i]) continue;
            uint256 before = gasleft();
            uint256 share = before / (1 + waiting--);
            (bool ok, bytes memory data) = _call(queries[i].target, queries[i].data, share);
            answers[i] = Answer(ok, data);
            // Each contract on the way keeps a part, with which it may fail by itself.
            isOver[i] = ok || before - gasleft() < share / 2;
            if (!isOver[i]) ++starved;
        }
    }

    function _call(address target, bytes memory data, uint256 gasLimit)
        private
        returns (bool ok, bytes memory answer)
    {
        if (target.code.length == 0) return (false, answer);
        uint256 most = MAX_VIEW_BYTES;
        assembly ("memory-safe") {
            ok := call(gasLimit, target, 0, add(data, 32), mload(data), 0, 0)
            ok := and(ok, iszero(gt(returndatasize(), most)))
            let size := mul(ok, returndatasize())
            answer := mload(0x40)
            mstore(0x40, add(answer, and(add(size, 63), not(31))))
            mstore(answer, size)
            returndatacopy(add(answer, 32), 0, size)
        }
    }

    function _views(ViewQuery[] calldata queries) private view returns (Answer[] memory answers) {
        answers = new Answer[](queries.length);
        for (uint256 i; i < queries.length; ++i) {
            uint256 share = gasleft() / (queries.length - i + 1);
            (bool ok, bytes memory data) =
                BoundedRead.readBytes(queries[i].target, queries[i].data, share, MAX_VIEW_BYTES);
            answers[i] = Answer(ok, data);
        }
    }

    function _balance(address token, address account) private view returns (Amount memory) {
        if (token == NATIVE) return Amount(true, account.balance);
        (bool ok, uint256 value) = BoundedRead.readUint(token, abi.encodeCall(IERC20.balanceOf, (account)));
        return Amount(ok, value);
    }

    /// @dev Most allowances are zero and many name the same few parties, so neither is written out. There are hundreds, and
    /// what is read around an action is mostly they: nothing is kept in memory for one of them.
    function _allowances(address[] calldata parties, bytes calldata queries)
        private
        view
        returns (bytes memory kinds, uint256[] memory amounts)
    {
        uint256 count = queries.length / 6;
        kinds = new bytes(count);
        amounts = new uint256[](count);
        uint256 found;
        for (uint256 i; i < count; ++i) {
            uint256 places;
            assembly ("memory-safe") {
                places := shr(208, calldataload(add(queries.offset, mul(6, i))))
            }
            (bool ok, uint256 value) = BoundedRead.readAllowance(
                parties[places >> 32], parties[(places >> 16) & 0xffff], parties[places & 0xffff]
            );
            if (!ok) continue;
            kinds[i] = value == 0 ? NOTHING : SOMETHING;
            if (value != 0) amounts[found++] = value;
        }
        assembly ("memory-safe") {
            mstore(amounts, found)
        }
    }

    function _feed(address feed) private view returns (FeedReading memory reading) {
        (bool ok, bytes memory data) =
            BoundedRead.read(feed, abi.encodeCall(IPriceFeed.latestRoundData, ()), 5);
        (bool decimalsOk, uint256 decimals) =
            BoundedRead.readUint(feed, abi.encodeCall(IPriceFeed.decimals, ()));
        if (!ok || !decimalsOk || decimals > type(uint8).max) return reading;
        (, int256 answer, uint256 startedAt, uint256 updatedAt,) =
            abi.decode(data, (uint256, int256, uint256, uint256, uint256));
        return FeedReading(true, answer, startedAt, updatedAt, uint8(decimals));
    }
}
